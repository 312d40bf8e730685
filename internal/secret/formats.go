package secret

import (
	"encoding/base64"
	"encoding/json"
	"regexp"
	"strings"
	"sync"
)

// format is one documented form of a secret. With a literal, the pattern is
// anchored and tried where the literal begins; else it is searched for around
// each anchor. Group 1 of the pattern is the secret itself.
type format struct {
	kind    string
	literal string                  // every secret begins with it, and no letter, digit, _ or - stands before
	anchors []string                // without a literal: one of them occurs in every match
	before  int                     // bytes that a match has in front of its anchor, at most
	behind  int                     // bytes that it has from there on, at most
	shown   string                  // the beginning that may be shown
	pattern func() *regexp.Regexp   // compiled when first used: most texts need none
	known   func(value string) bool // an example everybody knows; may be nil
}

const after = `(?:$|[^A-Za-z0-9_-])` // a token ends here

func compiled(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

func token(kind, shown, body string) format {
	return format{kind: kind, literal: shown, shown: shown, pattern: compiled(`^(` + shown + body + `)` + after)}
}

// formats lists the special before the general: the first one that matches a
// place names it.
var formats = []format{
	{
		kind: "private-key", literal: "-----BEGIN ", shown: "-----BEGIN",
		pattern: compiled(`^(-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:\\n|\\r|[\s"',+>#*/;]){1,16}(?:(?:Proc-Type|DEK-Info|Version|Comment):[^\n]*\s+)*` +
			`(?:` + opensshMagic + `[A-Za-z0-9+/=]{30,}(?:\\n|\\r|[\s"',+>#*/;]){1,16}[A-Za-z0-9+/=]{40,}|[A-Za-z0-9+/=]{40,}))`),
	},
	token("aws-access-key", "AKIA", `[A-Z0-9]{16}`),
	token("aws-access-key", "ASIA", `[A-Z0-9]{16}`),
	{
		kind: "aws-secret-key", anchors: []string{"ecret", "ECRET"}, before: 48, behind: 100, shown: "",
		pattern: compiled(`(?i:aws.{0,20}?secret.{0,20}?key)["']?\s{0,4}[:=]\s{0,4}["']?([A-Za-z0-9/+]{40})(?:$|[^A-Za-z0-9/+=])`),
	},
	token("anthropic-key", "sk-ant-", `[a-z0-9]{3,12}-[A-Za-z0-9_-]{24,}`),
	token("openai-key", "sk-proj-", `[A-Za-z0-9_-]{32,}`),
	token("openai-key", "sk-svcacct-", `[A-Za-z0-9_-]{32,}`),
	token("openrouter-key", "sk-or-v1-", `[0-9a-f]{64}`),
	token("openai-key", "sk-", `[A-Za-z0-9]{32,}`),
	token("github-token", "ghp_", `[A-Za-z0-9]{36,}`),
	token("github-token", "gho_", `[A-Za-z0-9]{36,}`),
	token("github-token", "ghu_", `[A-Za-z0-9]{36,}`),
	token("github-token", "ghs_", `[A-Za-z0-9]{36,}`),
	token("github-token", "ghr_", `[A-Za-z0-9]{36,}`),
	token("github-token", "github_pat_", `[A-Za-z0-9]{22}_[A-Za-z0-9]{59}`),
	token("gitlab-token", "glpat-", `[A-Za-z0-9_-]{20,}`),
	token("slack-token", "xoxb-", `[0-9]{8,}-[0-9A-Za-z-]{16,}`),
	token("slack-token", "xoxp-", `[0-9]{8,}-[0-9A-Za-z-]{16,}`),
	token("slack-token", "xoxa-", `[0-9]{1,}-[0-9A-Za-z-]{16,}`),
	token("slack-token", "xapp-", `[0-9]-[A-Z0-9]{8,}-[0-9]{8,}-[0-9a-f]{32,}`),
	{
		kind: "slack-webhook", literal: "https://hooks.slack.com/services/", shown: "https://hooks.slack.com/services/",
		pattern: compiled(`^(https://hooks\.slack\.com/services/T[A-Z0-9]{7,}/B[A-Z0-9]{7,}/[A-Za-z0-9]{20,})`),
	},
	{
		kind: "discord-webhook", literal: "https://discord", shown: "https://discord",
		pattern: compiled(`^(https://discord(?:app)?\.com/api/webhooks/[0-9]{16,20}/[A-Za-z0-9_-]{60,})`),
	},
	{
		kind: "telegram-token", anchors: []string{":AA"}, before: 16, behind: 40, shown: "",
		pattern: compiled(`(?:^|[^A-Za-z0-9_-]|bot)([0-9]{8,10}:AA[A-Za-z0-9_-]{33})` + after),
	},
	token("google-api-key", "AIza", `[A-Za-z0-9_-]{35}`),
	token("stripe-key", "sk_live_", `[A-Za-z0-9]{20,}`),
	token("stripe-key", "rk_live_", `[A-Za-z0-9]{20,}`),
	token("npm-token", "npm_", `[A-Za-z0-9]{36}`),
	token("pypi-token", "pypi-AgEI", `[A-Za-z0-9_-]{50,}`),
	token("huggingface-token", "hf_", `[A-Za-z0-9]{34,40}`),
	{
		kind: "sendgrid-key", literal: "SG.", shown: "SG.",
		pattern: compiled(`^(SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43})` + after),
	},
	{
		kind: "jwt", literal: "eyJ", shown: "eyJ", known: isExampleJWT,
		pattern: compiled(`^(eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,})` + after),
	},
	{
		kind: "ethereum-key", anchors: []string{"0x"}, before: 32, behind: 70, shown: "0x", known: isDevChainKey,
		pattern: compiled(`(?i:private.{0,3}key|secret.{0,3}key)["']?\s{0,4}[:=]\s{0,4}["']?(0x[0-9a-fA-F]{64})(?:$|[^0-9a-fA-F])`),
	},
}

// isExampleJWT reports tokens that are none (a part is no JSON object), that
// state to be public, or that the documentation of JWT uses.
func isExampleJWT(value string) bool {
	parts := strings.Split(value, ".")
	var header struct {
		Alg string `json:"alg"`
	}
	var claims struct {
		Sub  any `json:"sub"`
		Name any `json:"name"`
		Role any `json:"role"`
	}
	if !decodePart(parts[0], &header) || header.Alg == "" || !decodePart(parts[1], &claims) {
		return true
	}
	return claims.Sub == "1234567890" || claims.Name == "John Doe" || claims.Role == "anon"
}

func decodePart(s string, into any) bool {
	raw, err := base64.RawURLEncoding.DecodeString(s)
	return err == nil && json.Unmarshal(raw, into) == nil
}

// isDevChainKey reports the first keys of the test mnemonic that every local
// Ethereum chain starts with.
func isDevChainKey(value string) bool {
	switch strings.ToLower(value) {
	case "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
		"0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
		"0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a":
		return true
	}
	return false
}
