package run

import (
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/pkg/run/sandbox"
)

// TestContainerArguments checks the promises of a container's command line,
// for machines without an engine.
func TestContainerArguments(t *testing.T) {
	t.Parallel()
	l := layout()
	p := &Plan{
		Command: "echo 'x'", Argv: []string{"bash", "--login", "-c", "echo 'x'"}, Cwd: l.Skill, Workspace: l,
		Env:     []string{"PATH=/bin", "TOKEN=secret", "SKILL_NAME=demo"},
		Sandbox: SandboxPlan{Level: sandbox.Container, Network: sandbox.NetworkOff, Writable: l.writable(), AllowRead: []string{`/a,b"c`}},
		Limits:  Limits{Memory: 1 << 20, CPUs: 1.5, Processes: 7},
	}
	c := Container{Engine: "/usr/bin/docker", Image: "img", Env: []string{"PATH=/usr/bin", "DOCKER_HOST=x"}}
	args, env := c.runArgs(p, "skillctl-1", false)
	line := strings.Join(args, " ")
	for _, want := range []string{
		"run --rm --name skillctl-1 --pull=never --read-only --cap-drop=ALL --security-opt=no-new-privileges", "--network=none",
		"--memory 1048576 --pids-limit 7", "--cpus 1.5", "--workdir /ws/skills/demo",
		"--mount type=bind,source=/ws,target=/ws,readonly --mount type=bind,source=/ws/work,target=/ws/work",
		`--mount type=bind,"source=/a,b""c","target=/a,b""c",readonly`,
		"--env PATH=/bin --env TOKEN --env SKILL_NAME img -c ",
	} {
		if !strings.Contains(line, want) {
			t.Errorf("lacks %q:\n%s", want, line)
		}
	}
	if strings.Contains(line, "secret") || !slices.Contains(env, "TOKEN=secret") || !slices.Contains(env, "PATH=/usr/bin") {
		t.Errorf("a value shows in the process list, or is not handed over: %q", env)
	}
	if slices.Contains(args, "--interactive") || args[len(args)-1] != p.Command || !strings.Contains(line, "bash --login -c") {
		t.Errorf("%q", args)
	}
	p.Sandbox.Network = sandbox.NetworkOn
	if args, _ := c.runArgs(p, "n", true); slices.Contains(args, "--network=none") || !slices.Contains(args, "--interactive") {
		t.Errorf("%q", args)
	}
}
