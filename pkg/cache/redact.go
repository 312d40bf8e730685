package cache

import (
	"errors"
	"net/url"
	"regexp"
	"strings"
)

// RedactURL is a URL as it may be shown and stored: without user info and
// fragment, with the values of credentials and signatures in the query
// replaced by "***".
func RedactURL(u *url.URL) string {
	if u == nil {
		return ""
	}
	c := *u
	c.User, c.Fragment, c.RawFragment = nil, "", ""
	c.RawQuery = redactQuery(c.RawQuery)
	return c.String()
}

// redactQuery keeps the order and spelling of everything it does not hide.
func redactQuery(query string) string {
	if query == "" {
		return ""
	}
	parts := strings.Split(query, "&")
	for i, part := range parts {
		name, _, ok := strings.Cut(part, "=")
		if ok && isSecretParameter(name) {
			parts[i] = name + "=***"
		}
	}
	return strings.Join(parts, "&")
}

// secretParameters are parts of the names of query parameters that carry a
// credential or a signature.
var secretParameters = []string{
	"token", "secret", "password", "passwd", "pwd", "signature", "credential", "x-amz-", "x-goog-", "x-ms-", "apikey", "api_key", "api-key",
	"accesskey", "access_key", "authorization", "private_key", "session",
}

func isSecretParameter(name string) bool {
	if decoded, err := url.QueryUnescape(name); err == nil {
		name = decoded
	}
	name = strings.ToLower(name)
	switch name {
	case "sig", "key", "auth", "code", "jwt", "sas", "se", "sp", "sv", "sr", "expires", "key-pair-id", "policy", "awsaccesskeyid", "googleaccessid":
		return true
	}
	for _, part := range secretParameters {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// withoutURL takes an error of net/http apart: its text holds the URL with
// the whole query.
func withoutURL(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Err
	}
	return err
}

// userInfo matches credentials in a URL within a text.
var userInfo = regexp.MustCompile(`://[^\s/"'@]+@`)

// scrubbed is an error without credentials in its text, such as that of a
// proxy's address which cannot be read.
type scrubbed struct{ err error }

func (e scrubbed) Error() string { return userInfo.ReplaceAllString(e.err.Error(), "://***@") }
func (e scrubbed) Unwrap() error { return e.err }
