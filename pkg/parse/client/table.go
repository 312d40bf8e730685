package client

import (
	"slices"

	"github.com/skillctl/skillctl/pkg/parse"
)

// All is the table of clients: coding agents first, then frameworks, then
// services. The caller may change what it gets.
func All() []Client {
	return slices.Concat(agents(), openAgents(), editors(), frameworks(), services())
}

// exact is the only file name that most clients find.
func exact() []string { return []string{"SKILL.md"} }

// both are the keys the specification requires.
func both() []string { return []string{"name", "description"} }

// agents are the coding agents of the model makers.
func agents() []Client {
	return []Client{
		{
			ID: "claude-code", Title: "Claude Code",
			Places:    []Place{{User, ".claude/skills"}, {Project, ".claude/skills"}},
			Depth:     1,
			FileNames: exact(),
			Blanks:    []string{parse.RuleRecovered},
			Keys: []string{
				"when_to_use", "argument-hint", "arguments", "disable-model-invocation", "user-invocable",
				"disallowed-tools", "model", "effort", "context", "agent", "background", "hooks", "paths", "shell",
				"display-name", "default-enabled", "fallback",
			},
			LooseKeys: true,
			Listing:   Listing{Entry: 1536, Total: 8000},
			Source:    "code.claude.com/docs skills page; anthropics/claude-code CHANGELOG.md, #16983, #18192, #88400",
		},
		{
			ID: "codex", Title: "Codex",
			Places:      places([]string{".agents/skills"}, []string{".agents/skills", ".codex/skills"}),
			Depth:       6,
			Dirs:        2000,
			SkipsHidden: true,
			Twins:       BothTwins,
			FileNames:   exact(),
			Refuses:     []string{parse.RuleRecovered, parse.RuleBOM, parse.RuleBlankBefore},
			Requires:    []string{"description"},
			Name:        NameRule{Max: MaxName},
			Description: Limit{Max: MaxDescription},
			Listing:     Listing{Total: 8000},
			Source:      "openai/codex codex-rs/core-skills",
		},
		{
			ID: "gemini", Title: "Gemini CLI",
			Places:     places([]string{".agents/skills", ".gemini/skills"}, []string{".agents/skills", ".gemini/skills"}),
			Depth:      1,
			TakesPlace: true,
			FileNames:  exact(),
			Requires:   both(),
			Source:     "google-gemini/gemini-cli packages/core/src/skills",
		},
	}
}

// openAgents are the other coding agents whose loaders were read.
func openAgents() []Client {
	return []Client{
		{
			ID: "opencode", Title: "OpenCode",
			Places:    places([]string{".opencode/skills", ".opencode/skill", ".agents/skills"}, []string{".config/opencode/skills"}),
			Twins:     LastTwin,
			FileNames: exact(),
			Refuses:   []string{parse.RuleRecovered},
			Requires:  both(),
			Source:    "anomalyco/opencode skill.ts",
		},
		{
			ID: "goose", Title: "Goose",
			Places: places([]string{".agents/skills", ".goose/skills", ".claude/skills"},
				[]string{".agents/skills", ".config/goose/skills"}),
			FileNames: exact(),
			Refuses:   []string{parse.RuleRecovered},
			Requires:  []string{"name"},
			Name:      NameRule{Without: "/"},
			Source:    "block/goose crates/goose/src/skills",
		},
		{
			ID: "openclaw", Title: "OpenClaw",
			Places:    places([]string{"skills", ".agents/skills"}, []string{".agents/skills", ".openclaw/skills"}),
			Depth:     6,
			Links:     ContainedLinks,
			FileNames: exact(),
			Requires:  both(),
			Keys: []string{
				"homepage", "user-invocable", "disable-model-invocation", "command-dispatch", "command-tool", "command-arg-mode",
			},
			Upload: Upload{Bytes: 8 << 20, FileBytes: 1 << 20, Files: 256},
			Source: "openclaw/openclaw docs/tools/skills.md",
		},
		{
			ID: "deepagents", Title: "Deep Agents",
			Places:        places([]string{".agents/skills"}, []string{".deepagents/agent/skills"}),
			Depth:         1,
			Twins:         LastTwin,
			FileNames:     exact(),
			Refuses:       []string{parse.RuleRecovered},
			Requires:      both(),
			Description:   Limit{Max: MaxDescription, Cuts: true},
			Compatibility: Limit{Max: MaxCompatibility, Cuts: true},
			Source:        "langchain-ai/deepagents middleware/skills.py",
		},
		{
			ID: "pi", Title: "Pi",
			Places:    places([]string{".pi/skills"}, []string{".pi/agent/skills"}),
			FileNames: exact(),
			Keys:      []string{"disable-model-invocation"},
			Source:    "vercel-labs/skills src/agents.ts; smallnest/pigo#302",
		},
	}
}

// editors are the editors and agents known from their documentation, or from
// the installers that place skills for them.
func editors() []Client {
	const installers = "vercel-labs/skills src/agents.ts; cli/cli internal/skills/registry"
	return []Client{
		{
			ID: "vscode", Title: "VS Code",
			Places: places([]string{".github/skills", ".claude/skills", ".agents/skills"},
				[]string{".copilot/skills", ".claude/skills", ".agents/skills"}),
			Depth:     1,
			FileNames: exact(),
			Keys:      []string{"argument-hint", "user-invocable", "disable-model-invocation", "context"},
			Lacks:     []string{"allowed-tools"},
			Source:    "microsoft/vscode promptSyntax; chat.agentSkillsLocations",
		},
		{
			ID: "copilot", Title: "GitHub Copilot",
			Places:    places([]string{".github/skills", ".agents/skills", ".claude/skills"}, []string{".copilot/skills"}),
			Depth:     1,
			FileNames: exact(),
			Keys:      []string{"argument-hint", "user-invocable", "disable-model-invocation", "context"},
			Lacks:     []string{"allowed-tools"},
			Source:    "github/copilot-cli; " + installers,
		},
		{
			ID: "cursor", Title: "Cursor",
			Places: places([]string{".cursor/skills", ".agents/skills", ".claude/skills", ".codex/skills"},
				[]string{".cursor/skills"}),
			FileNames: exact(),
			Keys:      []string{"disable-model-invocation", "paths"},
			Source:    installers,
		},
		{
			ID: "amp", Title: "Amp",
			Places:    places([]string{".agents/skills"}, []string{".config/agents/skills", ".config/amp/skills"}),
			FileNames: exact(), Source: installers,
		},
		{
			ID: "windsurf", Title: "Windsurf",
			Places:    places([]string{".windsurf/skills"}, []string{".codeium/windsurf/skills"}),
			FileNames: exact(), Source: installers,
		},
		{
			ID: "kiro", Title: "Kiro",
			Places:    places([]string{".kiro/skills"}, []string{".kiro/skills"}),
			FileNames: exact(), Source: installers,
		},
		{
			ID: "roo", Title: "Roo Code",
			Places:    places([]string{".roo/skills"}, []string{".roo/skills"}),
			FileNames: exact(), Source: installers,
		},
	}
}

// frameworks are told where to look.
func frameworks() []Client {
	return []Client{
		{
			ID: "trpc", Title: "tRPC-Agent",
			Links:     IgnoresLinks,
			FileNames: exact(),
			Blanks: []string{
				parse.RuleRecovered, parse.RuleBOM, parse.RuleBlankBefore, parse.RuleFenceBlanks, parse.RuleFenceAtEnd,
			},
			Source: "trpc-group/trpc-agent-go skill/repository.go; trpc-group/trpc-agent-python skills/_repository.py",
		},
		{
			ID: "tulip", Title: "Tulip",
			Depth:     1,
			Twins:     LastTwin,
			FileNames: exact(),
			Refuses:   []string{parse.RuleRecovered, parse.RuleBOM, parse.RuleBlankBefore, parse.RuleFenceAtEnd},
			Requires:  both(),
			Keys: []string{
				"required_probes", "required-probes", "min-tool-calls", "min_tool_calls", "max-tool-calls", "max_tool_calls",
			},
			Source: "tuliplabs-ai/tulip-agents src/tulip/skills",
		},
		{
			ID: "adk", Title: "Google ADK",
			FileNames:   []string{"SKILL.md", "skill.md"},
			Refuses:     []string{parse.RuleRecovered, parse.RuleBOM, parse.RuleBlankBefore},
			Requires:    both(),
			Name:        NameRule{Max: MaxName, Kebab: true, MatchDir: true},
			Description: Limit{Max: MaxDescription},
			Keys:        []string{"allowed_tools"},
			Source:      "google/adk-python skills/models.py",
		},
		{
			ID: "ms-agent-framework", Title: "Microsoft Agent Framework",
			Depth:         2,
			Links:         IgnoresLinks,
			FileNames:     exact(),
			Requires:      both(),
			Name:          NameRule{Max: MaxName, Kebab: true},
			Description:   Limit{Max: MaxDescription},
			Compatibility: Limit{Max: MaxCompatibility},
			Upload:        Upload{Bytes: 1 << 20, Files: 20},
			Source:        "microsoft/agent-framework _skills.py",
		},
	}
}

// services take skills as archives.
func services() []Client {
	return []Client{
		{
			ID: "claude-api", Title: "Claude API and claude.ai",
			Twins:         BothTwins,
			FileNames:     exact(),
			Refuses:       []string{parse.RuleRecovered, parse.RuleBOM, parse.RuleBlankBefore},
			Requires:      both(),
			Name:          NameRule{Max: MaxName, Kebab: true, Reserved: []string{"anthropic", "claude"}},
			Description:   Limit{Max: MaxDescription},
			Compatibility: Limit{Max: MaxCompatibility},
			RefusesTags:   true,
			RefusesKeys:   true,
			Upload:        Upload{Bytes: 30_000_000},
			Source:        "platform.claude.com/docs agent skills; anthropics/skills quick_validate.py",
		},
		{
			ID: "toolhive", Title: "ToolHive",
			Twins:       BothTwins,
			FileNames:   exact(),
			Refuses:     []string{parse.RuleRecovered, parse.RuleDuplicateKey, parse.RuleFrontmatterTooLarge},
			Requires:    both(),
			Name:        NameRule{Min: 2, Max: MaxName, Kebab: true, MatchDir: true},
			Description: Limit{Max: MaxDescription, Bytes: true},
			Keys:        []string{"version"},
			Upload:      Upload{Bytes: 500 << 20, FileBytes: 100 << 20, Files: 1000},
			Source:      "stacklok/toolhive pkg/skills",
		},
	}
}
