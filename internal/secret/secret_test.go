package secret

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"
)

// The samples are put together at run time, so that scanners of this
// repository find nothing.
const (
	r16 = "Q7ZK3M2XW5TRPN4D"
	r24 = "q8Zk3mX2wV5tRpN4dYb7LsGf"
	r36 = r24 + "H9jCe6uQaT0v"
	hex = "9f3b1c7e5a8d2046b9e1f07c3d5a8b62e4f10c9d7b3a5e8f2c6d1b0a9e7f4c38"
)

func samples() map[string]string {
	pem := "-----BEGIN RSA " + "PRIVATE KEY-----\nMIIEowIBAAKCAQEA" + r36 + r36 + "\n"
	jwt := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"HS256"}`)) + "." +
		base64.RawURLEncoding.EncodeToString([]byte(`{"sub":"u-77","role":"service_role"}`)) + "." + r36
	return map[string]string{
		"private-key":       pem,
		"aws-access-key":    "AKIA" + r16,
		"aws-secret-key":    "AWS_SECRET_ACCESS_KEY=" + r36 + "a/B+",
		"anthropic-key":     "sk-ant-" + "api03-" + r36 + r36,
		"openai-key":        "sk-" + "proj-" + r36,
		"openrouter-key":    "sk-or-" + "v1-" + hex,
		"github-token":      "ghp" + "_" + r36,
		"gitlab-token":      "glpat" + "-" + r24[:20],
		"slack-token":       "xoxb" + "-831904726155-7720461953840-" + r24,
		"slack-webhook":     "https://hooks.slack.com" + "/services/T04QX7ZKM/B05WN3RPD/" + r24,
		"discord-webhook":   "https://discord.com" + "/api/webhooks/918273640518273645/" + r36 + r36,
		"telegram-token":    "bot" + "7261840395:AA" + r36[:33],
		"google-api-key":    "AI" + "za" + r36[:35],
		"stripe-key":        "sk" + "_live_" + r24,
		"npm-token":         "npm" + "_" + r36,
		"pypi-token":        "pypi" + "-AgEI" + r36 + r24,
		"huggingface-token": "hf" + "_" + r36[:34],
		"sendgrid-key":      "SG" + "." + r24[:22] + "." + r36 + r24[:7],
		"jwt":               jwt,
		"ethereum-key":      "PRIVATE_KEY=0x" + hex,
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	for kind, sample := range samples() {
		text := "key: \"" + sample + "\" # end\n"
		got := Find([]byte(text))
		if len(got) != 1 || got[0].Kind != kind {
			t.Errorf("%s: found %+v", kind, got)
			continue
		}
		if m := got[0]; !strings.Contains(sample, text[m.Start:m.End]) || len(m.Redacted) > 40 || strings.Contains(m.Redacted, r16[:6]) {
			t.Errorf("%s: %+v", kind, m)
		}
	}
	for _, f := range formats {
		if _, ok := samples()[f.kind]; !ok {
			t.Errorf("no sample of %s", f.kind)
		}
	}
}

// TestPrivateKeys finds keys as ssh-keygen writes them, with and without a
// passphrase, in a file, in JSON and on one line.
func TestPrivateKeys(t *testing.T) {
	t.Parallel()
	const line2 = "QyNTUxOQAAACB" + r36 + "u7Wq2bAAAAJDx3kPk8d5D5AA"
	for _, first := range []string{
		"b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW",
		"b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAABlwAAAAdzc2gtcn",
		"b3BlbnNzaC1rZXktdjEAAAAACmFlczI1Ni1jdHIAAAAGYmNyeXB0AAAAGAAAABBq8Zk3mX",
	} {
		for _, eol := range []string{"\n", "\r\n", `\n`, "\n    ", ""} {
			text := "-----BEGIN OPENSSH " + "PRIVATE KEY-----\n" + first + eol + line2 + eol + "-----END"
			if got := Find([]byte(text)); len(got) != 1 || got[0].Start != 0 || got[0].Kind != "private-key" {
				t.Errorf("%q: found %+v", text, got)
			}
		}
	}
}

func TestLookAlikes(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"AKIAIOSFODNN7EXAMPLE", "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
		"AKIA" + strings.Repeat("X", 16), "AKIA1234567890ABCDEF",
		"sk-" + strings.Repeat("x", 48), "sk-your-api-key-here-and-some-more-text", "sk-ant-api03-your-key-goes-here-0000000000",
		"sk-proj-abc123def456abc123def456abc123def456", "ghp_" + strings.Repeat("a1", 18), "ghp_1234567890abcdefghijklmnopqrstuvwxyz",
		"ghp_" + r24, "xghp_" + r36, "a disk-" + r36[:20],
		"-----BEGIN " + "PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
		"-----BEGIN OPENSSH " + "PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW\n...\n", "grep -r 'BEGIN RSA " + "PRIVATE KEY-----' .",
		"https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX", "xoxb-your-token-here",
		"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
		"PRIVATE_KEY=0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80", "txHash: 0x" + hex, "sha256:" + hex,
		"sk_live_" + "XXXXXXXXXXXXXXXXXXXXXXXX", "${GITHUB_TOKEN}", "AIzaSyYOUR_API_KEY_HERE_xxxxxxxxxxxxxxxxx",
	} {
		if got := Find([]byte(text)); len(got) != 0 {
			t.Errorf("%q: found %+v", text, got)
		}
	}
}

func TestSeveral(t *testing.T) {
	t.Parallel()
	s := samples()
	text := s["github-token"] + "\n" + s["npm-token"] + "\n" + s["github-token"] + "\n"
	var kinds []string
	for _, m := range Find([]byte(text)) {
		kinds = append(kinds, m.Kind)
	}
	if want := []string{"github-token", "npm-token", "github-token"}; !slices.Equal(kinds, want) {
		t.Errorf("kinds %q, want %q", kinds, want)
	}
}

func FuzzFind(f *testing.F) {
	for _, s := range samples() {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		last := 0
		for _, m := range Find(text) {
			if m.Start < last || m.End <= m.Start || m.End > len(text) || m.Kind == "" {
				t.Fatalf("bad match %+v", m)
			}
			last = m.End
		}
	})
}

func BenchmarkFind(b *testing.B) {
	text := []byte(strings.Repeat("Some words of a skill, with sk-words and eyJ in it.\n", 2000))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Find(text)
	}
}
