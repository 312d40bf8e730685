package pack

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/hiddeco/sshsig"
	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"

	"github.com/skillctl/skillctl/internal/digest"
)

// Namespace is the SSH signature namespace of packs: a signature made for
// another purpose is none for a pack.
const Namespace = "skillctl"

// SignatureSuffix is appended to an archive's name for its signature.
const SignatureSuffix = ".sig"

// MaxSignature is how many bytes a signature file may have.
const MaxSignature = 64 << 10

// ErrKey is matched by errors about a signing key.
var ErrKey = errors.New("signing key cannot be used")

// SigningKey signs packs: see [ParseKey] and [AgentKey].
type SigningKey = ssh.Signer

// ParseKey reads a private key in OpenSSH's or PEM form. A key that has a
// passphrase gives an error that matches [ErrKey].
func ParseKey(pem []byte) (SigningKey, error) {
	key, err := ssh.ParsePrivateKey(pem)
	if _, ok := errors.AsType[*ssh.PassphraseMissingError](err); ok {
		return nil, fmt.Errorf("%w: it has a passphrase: add it to ssh-agent and give its .pub file instead", ErrKey)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKey, err)
	}
	return key, nil
}

// AgentKey finds, in the SSH agent behind conn, the key whose public half is
// given in authorized_keys form, as a .pub file has it. Hardware keys work
// this way too. From then on conn belongs to the key.
func AgentKey(conn io.ReadWriter, public []byte) (SigningKey, error) {
	want, _, _, _, err := ssh.ParseAuthorizedKey(public)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKey, err)
	}
	keys, err := agent.NewClient(conn).Signers()
	if err != nil {
		return nil, fmt.Errorf("%w: ssh-agent: %w", ErrKey, err)
	}
	for _, k := range keys {
		if string(k.PublicKey().Marshal()) == string(want.Marshal()) {
			return k, nil
		}
	}
	return nil, fmt.Errorf("%w: ssh-agent does not hold it", ErrKey)
}

// Sign makes the armored SSH signature of what r holds. "ssh-keygen -Y verify
// -n skillctl" accepts it.
func Sign(r io.Reader, key SigningKey) ([]byte, error) {
	sig, err := sshsig.Sign(r, key, sshsig.HashSHA512, Namespace)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKey, err)
	}
	return sshsig.Armor(sig), nil
}

// Signature is a verified signature.
type Signature struct {
	Principal   string        // who, as the signers file names the key's owner
	Fingerprint string        // of the key, "SHA256:…"
	Digest      digest.Digest // sha256 of what was signed: unpack nothing else
}

// Verify checks that armored is a signature, in the namespace of packs, of
// what r holds, by a key that the signers allow at the time now. Anything
// else is an error that matches [ErrRefused] and [ErrMismatch]; a read error of
// r is returned as it is. The digest is computed in the same reading: hand it
// to [ReadOptions], so that what is unpacked is what was signed.
func (s *Signers) Verify(r io.Reader, armored []byte, now time.Time) (*Signature, error) {
	bad := func(format string, args ...any) error { return refuse("", RuleSignature, format, args...) }
	sig, err := parseSignature(armored)
	if err != nil {
		return nil, bad("the signature is unreadable: %v", err)
	}
	if sig.Namespace != Namespace {
		return nil, bad("the signature was made for %q, not for %q", sig.Namespace, Namespace)
	}
	principal, reason := s.allows(sig.PublicKey, now)
	if reason != "" {
		return nil, bad("the key %s %s", ssh.FingerprintSHA256(sig.PublicKey), reason)
	}
	hash := digest.NewHash()
	in := &source{io.TeeReader(r, hash)}
	if err := sshsig.Verify(in, sig, sig.PublicKey, sig.HashAlgorithm, Namespace); err != nil {
		if failed, ok := errors.AsType[*sourceError](err); ok {
			return nil, failed.err
		}
		return nil, bad("the signature does not fit: the archive is not what was signed (%v)", err)
	}
	return &Signature{Principal: principal, Fingerprint: ssh.FingerprintSHA256(sig.PublicKey), Digest: hash.Digest()}, nil
}

// parseSignature takes exactly one armored signature.
func parseSignature(armored []byte) (sig *sshsig.Signature, err error) {
	if len(armored) > MaxSignature {
		return nil, errors.New("it is too long")
	}
	defer func() {
		if recover() != nil { // the wire format is decoded by reflection
			sig, err = nil, errors.New("it is damaged")
		}
	}()
	sig, err = sshsig.Unarmor(armored)
	if err != nil {
		return nil, err
	}
	if _, ok := sig.PublicKey.(*ssh.Certificate); ok {
		return nil, errors.New("it was made with a certificate, which is not supported")
	}
	return sig, sig.HashAlgorithm.Supported()
}
