import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    files: ["src/ulpia/web/**/*.js"],
    languageOptions: { ecmaVersion: 2023, sourceType: "module", globals: globals.browser },
  },
  {
    files: ["tests/web/**/*.js", "eslint.config.js"],
    languageOptions: { ecmaVersion: 2023, sourceType: "module", globals: { ...globals.node, ...globals.browser } },
  },
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "max-len": ["error", { code: 120 }],
      "no-console": ["error", { allow: ["error"] }],
      "no-else-return": "error",
      "no-implicit-coercion": "error",
      "no-nested-ternary": "error",
      "no-param-reassign": "error",
      "no-restricted-globals": ["error", "event", "name", "status"],
      "no-sequences": "error",
      "no-shadow": ["error", { builtinGlobals: false }],
      "no-unused-expressions": "error",
      "no-unused-vars": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "one-var": ["error", "never"],
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
];
