package pack

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"encoding/pem"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hiddeco/sshsig"
	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"

	"github.com/skillctl/skillctl/internal/digest"
)

// newKey makes a key pair: the private one as PEM, the public one as a line of
// authorized_keys.
func newKey(tb testing.TB) (private []byte, public string) {
	tb.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		tb.Fatal(err)
	}
	return marshalKey(tb, key)
}

func marshalKey(tb testing.TB, key any) (private []byte, public string) {
	tb.Helper()
	block, err := ssh.MarshalPrivateKey(key, "")
	if err != nil {
		tb.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(key)
	if err != nil {
		tb.Fatal(err)
	}
	return pem.EncodeToMemory(block), strings.TrimSpace(string(ssh.MarshalAuthorizedKey(signer.PublicKey())))
}

func sign(tb testing.TB, key []byte, text string) []byte {
	tb.Helper()
	signer, err := ParseKey(key)
	if err != nil {
		tb.Fatal(err)
	}
	sig, err := Sign(strings.NewReader(text), signer)
	if err != nil {
		tb.Fatal(err)
	}
	return sig
}

func TestSign(t *testing.T) {
	t.Parallel()
	key, public := newKey(t)
	otherKey, other := newKey(t)
	const text = "the archive"
	sig := sign(t, key, text)
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	raw, err := ParseKey(key)
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := sshsig.Sign(strings.NewReader(text), raw, sshsig.HashSHA512, "file")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		signers, text string
		sig           []byte
		reason        string // "" for a good one
	}{
		"good":               {"me@example.com " + public, text, sig, ""},
		"comment and blank":  {"# keys\n\nme@example.com " + public + " laptop\n", text, sig, ""},
		"second key":         {"you " + other + "\nme@example.com " + public, text, sig, ""},
		"namespace":          {`me@example.com namespaces="file,skill*" ` + public, text, sig, ""},
		"valid":              {`me@example.com valid-after="20260101Z",valid-before="202606011201Z" ` + public, text, sig, ""},
		"crlf":               {"me@example.com " + public + "\r\n", text, sig, ""},
		"other namespaces":   {`me@example.com namespaces="file,git" ` + public, text, sig, "namespaces file,git only"},
		"excluded namespace": {`me@example.com namespaces="*,!skillctl" ` + public, text, sig, "only"},
		"expired":            {`me@example.com valid-before="20260601120000Z" ` + public, text, sig, "not valid any more"},
		"not yet":            {`me@example.com valid-after="20260602Z" ` + public, text, sig, "not valid yet"},
		"authority":          {`me@example.com cert-authority ` + public, text, sig, "not among"},
		"unknown key":        {"you " + other, text, sig, "not among"},
		"nobody":             {"", text, sig, "not among"},
		"other text":         {"me@example.com " + public, text + ".", sig, "not what was signed"},
		"other signature":    {"me@example.com " + public, text, sign(t, key, "another"), "not what was signed"},
		"other signer":       {"me@example.com " + public, text, sign(t, otherKey, text), "not among"},
		"wrong namespace":    {"me@example.com " + public, text, sshsig.Armor(foreign), `made for "file"`},
		"no signature":       {"me@example.com " + public, text, nil, "unreadable"},
		"cut":                {"me@example.com " + public, text, sig[:len(sig)/2], "unreadable"},
		"text":               {"me@example.com " + public, text, []byte("hello"), "unreadable"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			signers, err := ParseSigners([]byte(c.signers))
			if err != nil {
				t.Fatal(err)
			}
			got, err := signers.Verify(strings.NewReader(c.text), c.sig, now)
			if c.reason != "" {
				if err == nil || !errors.Is(err, ErrRefused) || !errors.Is(err, ErrMismatch) || !strings.Contains(err.Error(), c.reason) {
					t.Fatalf("%v, want %q", err, c.reason)
				}
				return
			}
			if err != nil || got.Principal != "me@example.com" || got.Digest != digest.Bytes([]byte(text)) {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}

// TestDamagedSignature changes every byte: none may verify or panic.
func TestDamagedSignature(t *testing.T) {
	t.Parallel()
	key, public := newKey(t)
	signers, err := ParseSigners([]byte("me " + public))
	if err != nil {
		t.Fatal(err)
	}
	sig := sign(t, key, "x")
	block, _ := pem.Decode(sig)
	for i := range block.Bytes {
		damaged := pem.EncodeToMemory(&pem.Block{Type: block.Type, Bytes: flip(block.Bytes, i)})
		if _, err := signers.Verify(strings.NewReader("x"), damaged, time.Now()); !errors.Is(err, ErrRefused) {
			t.Errorf("byte %d: %v", i, err)
		}
	}
}

func TestSigningKeys(t *testing.T) {
	t.Parallel()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	private, public := marshalKey(t, key)
	signers, err := ParseSigners([]byte("me " + public))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := signers.Verify(strings.NewReader("x"), sign(t, private, "x"), time.Now()); err != nil {
		t.Errorf("RSA: %v", err)
	}
	if _, err := ParseKey([]byte("no key")); !errors.Is(err, ErrKey) {
		t.Errorf("no key: %v", err)
	}
	block, err := ssh.MarshalPrivateKeyWithPassphrase(key, "", []byte("secret"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ParseKey(pem.EncodeToMemory(block)); !errors.Is(err, ErrKey) || !strings.Contains(err.Error(), "ssh-agent") {
		t.Errorf("passphrase: %v", err)
	}
}

func TestAgentKey(t *testing.T) {
	t.Parallel()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	_, public := marshalKey(t, key)
	ring := agent.NewKeyring()
	if err := ring.Add(agent.AddedKey{PrivateKey: key}); err != nil {
		t.Fatal(err)
	}
	dial := func() net.Conn { // a connection serves one key
		client, server := net.Pipe()
		t.Cleanup(func() { _ = client.Close() })
		go func() { _ = agent.ServeAgent(ring, server) }()
		return client
	}
	signer, err := AgentKey(dial(), []byte(public))
	if err != nil {
		t.Fatal(err)
	}
	sig, err := Sign(strings.NewReader("x"), signer)
	if err != nil {
		t.Fatal(err)
	}
	signers, err := ParseSigners([]byte("me " + public))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := signers.Verify(strings.NewReader("x"), sig, time.Now()); err != nil {
		t.Error(err)
	}
	_, other := newKey(t)
	if _, err := AgentKey(dial(), []byte(other)); !errors.Is(err, ErrKey) {
		t.Errorf("a key the agent does not hold: %v", err)
	}
}

func TestBadSigners(t *testing.T) {
	t.Parallel()
	_, public := newKey(t)
	for _, text := range []string{
		"me", "me nokey", `"me ` + public, "me valid-before=\"tomorrow\" " + public, "me valid-before=\"2026\" " + public,
		"me unknown-option " + public, "me namespaces=\"\" " + public, "me ssh-ed25519 AAAA", "ok " + public + "\nbad",
	} {
		if _, err := ParseSigners([]byte(text)); !errors.Is(err, ErrSigners) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// failing is a file on a disk that breaks.
type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestVerifyReadError(t *testing.T) {
	t.Parallel()
	key, public := newKey(t)
	signers, err := ParseSigners([]byte("me " + public))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := signers.Verify(failing{}, sign(t, key, "x"), time.Now()); !errors.Is(err, io.ErrClosedPipe) || errors.Is(err, ErrRefused) {
		t.Errorf("%v", err)
	}
}

// TestSSHKeygen signs here and verifies there, and the other way round.
func TestSSHKeygen(t *testing.T) {
	t.Parallel()
	tool, err := exec.LookPath("ssh-keygen")
	if err != nil {
		t.Skip("ssh-keygen is not installed")
	}
	dir := t.TempDir()
	key, public := newKey(t)
	write := func(name string, b []byte) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, b, 0o600); err != nil {
			t.Fatal(err)
		}
		return p
	}
	archive := write("x.tar.gz", []byte("the archive"))
	keyFile, signersFile := write("key", key), write("signers", []byte("me@example.com "+public+"\n"))
	sig := write("ours.sig", sign(t, key, "the archive"))
	verify := exec.CommandContext(t.Context(), tool, "-Y", "verify", "-f", signersFile, "-I", "me@example.com", "-n", Namespace, "-s", sig)
	verify.Stdin = strings.NewReader("the archive")
	if out, err := verify.CombinedOutput(); err != nil {
		t.Errorf("ssh-keygen refuses our signature: %s", out)
	}
	if out, err := exec.CommandContext(t.Context(), tool, "-Y", "sign", "-f", keyFile, "-n", Namespace, archive).CombinedOutput(); err != nil {
		t.Fatalf("%s", out)
	}
	theirs, err := os.ReadFile(archive + SignatureSuffix)
	if err != nil {
		t.Fatal(err)
	}
	signers, err := ParseSigners([]byte("me@example.com " + public + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := signers.Verify(bytes.NewReader([]byte("the archive")), theirs, time.Now()); err != nil {
		t.Errorf("we refuse the signature of ssh-keygen: %v", err)
	}
}
