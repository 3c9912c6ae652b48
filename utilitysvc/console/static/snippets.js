// A call as source text, by the names of the tabs: commands for shells with POSIX quotes (curl, HTTPie) and for
// PowerShell, and programs.

import { KEY_VARIABLE } from "./keys.js";

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

const lines = (...parts) => parts.join(" \\\n  ");

function curl({ method, url, data, file, type, hasKey }) {
  const key = hasKey ? [`-H "Authorization: Bearer $${KEY_VARIABLE}"`] : [];
  if (method === "GET") return lines(`curl ${quoted(url)}`, ...key);
  if (file) return lines(`curl ${quoted(url)}`, ...key, `-H 'Content-Type: ${type}'`, `--data-binary ${quoted(`@${file.name}`)}`);
  return lines(`curl ${quoted(url)}`, ...key, "-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(data))}`);
}

function httpie({ method, url, data, file, type, hasKey }) {
  const key = hasKey ? [`"Authorization:Bearer $${KEY_VARIABLE}"`] : [];
  if (method === "GET") return lines(`http GET ${quoted(url)}`, ...key);
  if (file) return `${lines(`http POST ${quoted(url)}`, ...key, `'Content-Type:${type}'`)} < ${quoted(file.name)}`;
  return lines(`http POST ${quoted(url)}`, ...key, ...Object.entries(data).map(([name, value]) => quoted(item(name, value))));
}

// HTTPie reads "==" and "=@" as other kinds of items, and a backslash as an escape. No argument can contain NUL.
const PLAIN = /^(?![=@])[^\\\p{Cc}]*$/u;

/** `name=text`, or `name:=JSON` if the value is not a string or cannot be written unchanged. */
const item = (name, value) =>
  typeof value === "string" && PLAIN.test(value) ? `${name}=${value}` : `${name}:=${JSON.stringify(value)}`;

// Windows PowerShell reads scripts and sends bodies in the system's code page, and reads typographic quotes as quotes.
// Neither changes ASCII.
const ascii = (json) => json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

const literal = (text) => `'${text.replace(/['‘’‚‛]/g, "$&$&")}'`;

function powershell({ method, url, data, file, type = "application/json", hasKey }) {
  const key = hasKey ? [`-Headers @{ Authorization = "Bearer $env:${KEY_VARIABLE}" }`] : [];
  const body = file ? `-InFile ${literal(file.name)}` : `-Body ${literal(ascii(JSON.stringify(data)))}`;
  const more = method === "GET" ? [] : ["-Method Post", `-ContentType '${type}'`, body];
  return `${[`Invoke-RestMethod ${literal(url)}`, ...key, ...more].join(" `\n  ")} |\n  ConvertTo-Json -Depth 9`;
}

const PYTHON_WORDS = { true: "True", false: "False" };

const pythonValue = (value) =>
  typeof value === "boolean" ? PYTHON_WORDS[value] : Array.isArray(value) ? `[${value.map(pythonValue).join(", ")}]` : JSON.stringify(value);

function python({ method, url, data, file, type, hasKey }) {
  const imports = hasKey ? "import os\n\nimport requests\n\n" : "import requests\n\n";
  const key = hasKey ? [`"Authorization": "Bearer " + os.environ["${KEY_VARIABLE}"]`] : [];
  const headers = key.length ? `, headers={${key}}` : "";
  if (file) {
    const sent = `data=file, headers={${[...key, `"Content-Type": ${JSON.stringify(type)}`].join(", ")}}`;
    return `${imports}with open(${JSON.stringify(file.name)}, "rb") as file:\n    answer = requests.post(${JSON.stringify(url)}, ${sent}).json()\nprint(answer)`;
  }
  const items = Object.entries(data).map(([name, value]) => {
    return `${JSON.stringify(name)}: ${pythonValue(method === "GET" ? queryValue(value) : value)}`;
  });
  const base = JSON.stringify(url.split("?")[0]);
  const values = items.length ? `{${items.join(", ")}}` : "{}";
  const asked = method === "POST" ? `post(${base}, json=${values}${headers})` : items.length ? `get(${base}, params=${values}${headers})` : `get(${base}${headers})`;
  return `${imports}answer = requests.${asked}.json()\nprint(answer)`;
}

/** A list is written with commas in a query. */
const queryValue = (value) => (Array.isArray(value) ? value.join(",") : value);

function javascript({ method, url, data, file, type, hasKey }) {
  const key = hasKey ? [`Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\``] : [];
  const headers = (...more) => `  headers: { ${[...key, ...more].join(", ")} },\n`;
  if (file) {
    const sent = `{\n  method: "POST",\n${headers(`"Content-Type": ${JSON.stringify(type)}`)}  body: await readFile(${JSON.stringify(file.name)}),\n}`;
    return `import { readFile } from "node:fs/promises";\n\nconst response = await fetch(${JSON.stringify(url)}, ${sent});\nconst answer = await response.json();\nconsole.log(answer);`;
  }
  const asked =
    method === "GET"
      ? JSON.stringify(url) + (hasKey ? `, {\n${headers()}}` : "")
      : `${JSON.stringify(url)}, {\n  method: "POST",\n${headers('"Content-Type": "application/json"')}  body: JSON.stringify(${JSON.stringify(data)}),\n}`;
  return `const response = await fetch(${asked});\nconst answer = await response.json();\nconsole.log(answer);`;
}

const goText = (text) => JSON.stringify(text).replaceAll("\ufeff", "\\ufeff"); // Go refuses a byte order mark within a file

/** JSON between backquotes, so that it is written as it is sent; or in quotes if it contains a backquote. */
const goJson = (json) => (/[`\ufeff]/.test(json) ? goText(json) : `\`${json}\``);

const GO_CHECK = "\tif err != nil {\n\t\tpanic(err)\n\t}\n";

function go({ method, url, data, file, type = "application/json", hasKey }) {
  const packages = ["fmt", "io", "net/http", ...(file || hasKey ? ["os"] : []), ...(!file && method === "POST" ? ["strings"] : [])];
  const opened = file ? `\tfile, err := os.Open(${goText(file.name)})\n${GO_CHECK}` : "";
  const body = file ? "file" : `strings.NewReader(${goJson(JSON.stringify(data))})`;
  const asked = method === "GET" ? `Get(${goText(url)})` : `Post(${goText(url)}, ${goText(type)}, ${body})`;
  const withKey = `request, err := http.NewRequest("${method}", ${goText(url)}, ${method === "GET" ? "nil" : body})
${GO_CHECK}\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("${KEY_VARIABLE}"))
${method === "GET" ? "" : `\trequest.Header.Set("Content-Type", ${goText(type)})\n`}\tresponse, err := http.DefaultClient.Do(request)`;
  return `package main

import (
${packages.map((name) => `\t"${name}"\n`).join("")})

func main() {
${opened}\t${hasKey ? withKey : `response, err := http.${asked}`}
${GO_CHECK}\tdefer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
${GO_CHECK}\tfmt.Println(string(answer))
}`;
}

const phpText = (text) => `'${text.replace(/['\\]/g, "\\$&")}'`;

function php({ method, url, data, file, type = "application/json", hasKey }) {
  const content = file ? `file_get_contents(${phpText(file.name)})` : phpText(JSON.stringify(data));
  const headers = [...(hasKey ? [`'Authorization: Bearer ' . getenv('${KEY_VARIABLE}')`] : []), ...(method === "GET" ? [] : [`'Content-Type: ${type}'`])];
  const header = hasKey ? `[${headers.join(", ")}]` : headers[0];
  const sent = { ignore_errors: "true", ...(method === "GET" ? {} : { method: "'POST'" }), ...(header && { header }), ...(method === "GET" ? {} : { content }) };
  const options = Object.entries(sent).map(([name, value]) => `    '${name}' => ${value},\n`);
  return `<?php
$context = stream_context_create(['http' => [
${options.join("")}]]);
$answer = json_decode(file_get_contents(${phpText(url)}, false, $context), true);
print_r($answer);`;
}

export const SNIPPETS = { curl, python, javascript, go, php, powershell, httpie };
