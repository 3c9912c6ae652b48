// A call as source text in the languages that few choose, by the names of the page's list.

import { KEY_VARIABLE, lines, quoted } from "./code.js";

const json = JSON.stringify;
const JSON_TYPE = "application/json";

function httpie({ method, url, data, file, type, hasKey }) {
  const key = hasKey && `"Authorization:Bearer $${KEY_VARIABLE}"`;
  if (method === "GET") return lines(`http GET ${quoted(url)}`, key);
  const post = `http POST ${quoted(url)}`;
  if (file) return `${lines(post, key, `'Content-Type:${type}'`)} < ${quoted(file.name)}`;
  return lines(post, key, ...Object.entries(data).map(([name, value]) => quoted(item(name, value))));
}

// HTTPie reads "==" and "=@" as other kinds of items, and a backslash as an escape. No argument can contain NUL.
const PLAIN = /^(?![=@])[^\\\p{Cc}]*$/u;

/** `name=text`, or `name:=JSON` if the value is not a string or cannot be written unchanged. */
const item = (name, value) =>
  typeof value === "string" && PLAIN.test(value) ? `${name}=${value}` : `${name}:=${json(value)}`;

// Windows PowerShell reads scripts and sends bodies in the system's code page, and reads typographic quotes as quotes.
// Neither changes ASCII.
const ascii = (text) => text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

const literal = (text) => `'${text.replace(/['‘’‚‛]/g, "$&$&")}'`;

function powershell({ method, url, data, file, type = JSON_TYPE, hasKey }) {
  const body = file ? `-InFile ${literal(file.name)}` : `-Body ${literal(ascii(json(data)))}`;
  const parts = [
    `Invoke-RestMethod ${literal(url)}`,
    ...(hasKey ? [`-Headers @{ Authorization = "Bearer $env:${KEY_VARIABLE}" }`] : []),
    ...(method === "GET" ? [] : ["-Method Post", `-ContentType '${type}'`, body]),
  ];
  return `${parts.join(" `\n  ")} |\n  ConvertTo-Json -Depth 9`;
}

const goText = (text) => json(text).replaceAll("\ufeff", "\\ufeff"); // Go refuses a byte order mark within a file

/** JSON between backquotes, so that it is written as it is sent; or in quotes if it contains a backquote. */
const goJson = (text) => (/[`\ufeff]/.test(text) ? goText(text) : `\`${text}\``);

const GO_CHECK = "\tif err != nil {\n\t\tpanic(err)\n\t}\n";

function go({ method, url, data, file, type = JSON_TYPE, hasKey }) {
  const isGet = method === "GET";
  const needsStrings = !file && !isGet;
  const packages = ["fmt", "io", "net/http", ...(file || hasKey ? ["os"] : []), ...(needsStrings ? ["strings"] : [])];
  const opened = file ? `\tfile, err := os.Open(${goText(file.name)})\n${GO_CHECK}` : "";
  const body = file ? "file" : `strings.NewReader(${goJson(json(data))})`;
  const asked = isGet ? `Get(${goText(url)})` : `Post(${goText(url)}, ${goText(type)}, ${body})`;
  const sentType = isGet ? "" : `\trequest.Header.Set("Content-Type", ${goText(type)})\n`;
  const withKey = `request, err := http.NewRequest("${method}", ${goText(url)}, ${isGet ? "nil" : body})
${GO_CHECK}\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("${KEY_VARIABLE}"))
${sentType}\tresponse, err := http.DefaultClient.Do(request)`;
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

function php({ method, url, data, file, type = JSON_TYPE, hasKey }) {
  const isGet = method === "GET";
  const headers = [
    ...(hasKey ? [`'Authorization: Bearer ' . getenv('${KEY_VARIABLE}')`] : []),
    ...(isGet ? [] : [`'Content-Type: ${type}'`]),
  ];
  const options = {
    ignore_errors: "true",
    ...(isGet ? {} : { method: "'POST'" }),
    ...(headers.length && { header: hasKey ? `[${headers.join(", ")}]` : headers[0] }),
    ...(isGet ? {} : { content: file ? `file_get_contents(${phpText(file.name)})` : phpText(json(data)) }),
  };
  const written = Object.entries(options).map(([name, value]) => `    '${name}' => ${value},\n`);
  return `<?php
$context = stream_context_create(['http' => [
${written.join("")}]]);
$answer = json_decode(file_get_contents(${phpText(url)}, false, $context), true);
print_r($answer);`;
}

export const SNIPPETS = { go, php, powershell, httpie };
