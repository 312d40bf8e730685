package parse

// resolveTag is the type that YAML 1.2's core schema gives to a plain scalar;
// dates are "timestamp", as clients that read YAML 1.1 see them.
func resolveTag(text string) string {
	switch text {
	case "", "~", "null", "Null", "NULL":
		return "null"
	case "true", "True", "TRUE", "false", "False", "FALSE":
		return "bool"
	case ".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF":
		return "float"
	}
	switch c := text[0]; {
	case c >= '0' && c <= '9', c == '+', c == '-', c == '.':
		return numberTag(text)
	}
	return "str"
}

func numberTag(text string) string {
	if isDate(text) {
		return "timestamp"
	}
	if len(text) > 2 && text[0] == '0' && (text[1] == 'x' && all(text[2:], isHex) || text[1] == 'o' && all(text[2:], isOctal)) {
		return "int"
	}
	rest := text
	if rest[0] == '+' || rest[0] == '-' {
		rest = rest[1:]
	}
	whole := digits(rest)
	rest = rest[whole:]
	if rest == "" && whole > 0 {
		return "int"
	}
	if rest != "" && rest[0] == '.' {
		fraction := digits(rest[1:])
		whole += fraction
		rest = rest[1+fraction:]
	}
	if whole == 0 {
		return "str"
	}
	if rest != "" && (rest[0] == 'e' || rest[0] == 'E') {
		rest = rest[1:]
		if rest != "" && (rest[0] == '+' || rest[0] == '-') {
			rest = rest[1:]
		}
		if rest == "" || digits(rest) != len(rest) {
			return "str"
		}
		rest = ""
	}
	if rest != "" {
		return "str"
	}
	return "float"
}

// isDate reports whether text is YYYY-MM-DD, alone or before a time.
func isDate(text string) bool {
	if len(text) < 10 || digits(text) != 4 || text[4] != '-' || digits(text[5:]) != 2 || text[7] != '-' || digits(text[8:]) != 2 {
		return false
	}
	return len(text) == 10 || text[10] == 'T' || text[10] == 't' || text[10] == ' ' && digits(text[11:]) > 0
}

func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

func all(s string, is func(byte) bool) bool {
	for i := range len(s) {
		if !is(s[i]) {
			return false
		}
	}
	return true
}

func isOctal(c byte) bool { return c >= '0' && c <= '7' }

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}
