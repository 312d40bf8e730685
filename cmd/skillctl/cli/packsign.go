package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/skillctl/skillctl/pkg/pack"
)

// signingKey reads the key of --sign. A .pub file names a key that ssh-agent
// holds.
func (c *packCmd) signingKey(ctx context.Context) (pack.SigningKey, error) {
	if c.sign == "" {
		return nil, nil
	}
	b, err := c.readFlagFile(ctx, c.sign, pack.MaxSigners)
	if err != nil {
		return nil, err
	}
	if !strings.HasSuffix(c.sign, ".pub") {
		key, err := pack.ParseKey(b)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.sign, err)
		}
		return key, nil
	}
	return c.agentKey(ctx, b)
}

func (c *packCmd) agentKey(ctx context.Context, public []byte) (pack.SigningKey, error) {
	socket := c.getenv("SSH_AUTH_SOCK")
	if socket == "" {
		return nil, fail(codeUnreadable, "start ssh-agent and add the key with ssh-add", "%s: no ssh-agent (SSH_AUTH_SOCK is not set)", c.sign)
	}
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", socket)
	if err != nil {
		return nil, fail(codeUnreadable, "start ssh-agent and add the key with ssh-add", "ssh-agent: %w", err)
	}
	key, err := pack.AgentKey(conn, public)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", c.sign, err), conn.Close())
	}
	return key, nil // the connection is needed for signing; it ends with the process
}
