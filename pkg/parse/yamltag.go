package parse

import (
	"errors"
	"strconv"
	"strings"
)

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

// numberTag tells numbers and dates from texts that begin like them. Only
// YAML's notations count: no digit separators, no hexadecimal floats.
func numberTag(text string) string {
	switch {
	case isDate(text):
		return "timestamp"
	case strings.HasPrefix(text, "0x") && len(text) > 2 && strings.Trim(text[2:], "0123456789abcdefABCDEF") == "",
		strings.HasPrefix(text, "0o") && len(text) > 2 && strings.Trim(text[2:], "01234567") == "":
		return "int"
	case strings.Trim(text, "0123456789+-.eE") != "":
		return "str"
	}
	if _, err := strconv.ParseFloat(text, 64); err != nil && !errors.Is(err, strconv.ErrRange) {
		return "str"
	}
	if strings.ContainsAny(text, ".eE") {
		return "float"
	}
	return "int"
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
