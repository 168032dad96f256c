import { sessionRules } from '../../config/sessions.ts';
import { curlOf } from './curl.ts';
import type { ApiOperation, OpenApiDocument } from './document.ts';
import { html, join, type Markup } from './markup.ts';
import type { JsonSchema } from './named-schemas.ts';
import { fieldsOf, typeOf } from './schema-words.ts';

/** The document as one page for people: no script, readable without one and on paper. */
export function writePage(document: OpenApiDocument, origin: string): string {
  const chapters = document.tags.map(({ name }) => ({
    name,
    calls: Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.tags.includes(name))
        .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    ),
  }));
  const { schemas } = document.components;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.info.title}</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<header class="top"><h1>${document.info.title}</h1><a href="/api/v1/openapi.json">openapi.json</a></header>
<div class="page">
<nav aria-label="Calls">
${join(
  chapters.map(
    ({ name, calls }) =>
      html`<div><h2>${name}</h2><ul>${join(
        calls.map(
          ({ operation }) =>
            html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`,
        ),
      )}</ul></div>`,
  ),
)}
<div><h2>Shapes</h2><ul>${join(
    Object.keys(schemas).map((name) => html`<li><a href="#shape-${name}">${name}</a></li>`),
  )}</ul></div>
</nav>
<main>
<section class="intro"><h2>How to call</h2>
<p>${document.info.description}</p>
<p>Sign in to get an access token, good for ${String(sessionRules.accessTokenSeconds / 60)} minutes, and send it as <code>Authorization: Bearer …</code>. Renew it with the refresh token, which is good once. A click on a command selects all of it.</p></section>
${join(
  chapters.map(
    ({ name, calls }) =>
      html`<section><h2>${name}</h2>${join(calls.map((call) => article(call, origin)))}</section>`,
  ),
)}
<section><h2>Shapes</h2>${join(
    Object.entries(schemas).map(
      ([name, schema]) =>
        html`<article id="shape-${name}"><h3><a href="#shape-${name}">${name}</a></h3>${fieldTable(schema)}</article>`,
    ),
  )}</section>
</main>
</div>
</body>
</html>
`;
  return page.markup;
}

interface Call {
  path: string;
  method: string;
  operation: ApiOperation;
}

function article(call: Call, origin: string): Markup {
  const { path, method, operation } = call;
  const id = operation.operationId;
  const [answer] = Object.entries(operation.responses);
  return html`<article id="${id}">
<h3><a href="#${id}">${operation.summary}</a></h3>
<p class="call"><span class="method ${method}">${method}</span><code>${path}</code></p>
<p class="access">${accessOf(operation)}</p>
${operation.description ? html`<p class="note">${operation.description}</p>` : ''}
${parameters(operation)}
${body('Body', operation.requestBody?.content)}
${answer ? body(`Answer, ${answer[0]}`, answer[1].content) : ''}
<h4>Command</h4><pre tabindex="0">${curlOf(call, origin)}</pre>
</article>`;
}

const askers = { agent: 'agents', admin: 'admins', superadmin: 'super admins' } as const;
const reaches: Record<string, string> = { own: ' (their own)', agents: ' (agents only)' };

function accessOf(operation: ApiOperation): string {
  const access = operation['x-access'];
  if (access.nobody !== 'none') return 'Anyone, without a session';
  const may = (Object.keys(askers) as (keyof typeof askers)[])
    .filter((asker) => access[asker] !== 'none')
    .map((asker) => askers[asker] + (reaches[access[asker]] ?? ''));
  const by = operation.security.some((scheme) => 'cookie' in scheme)
    ? 'session cookie'
    : 'bearer token';
  const sentence = `${may.join(', ')} · ${by}`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function parameters({ parameters: all }: ApiOperation): Markup | '' {
  if (all.length === 0) return '';
  return html`<h4>Parameters</h4>${table(
    all.map((parameter) => ({
      name: parameter.name,
      type: html`${parameter.in}, ${typeOf(parameter.schema)}`,
      required: parameter.required,
      note: parameter.description ?? '',
    })),
  )}`;
}

function body(
  title: string,
  content: Record<string, { schema: JsonSchema }> | undefined,
): Markup | '' {
  const [found] = Object.entries(content ?? {});
  if (!found) return '';
  const [type, { schema }] = found;
  const isFile = schema.format === 'binary';
  return html`<h4>${title} · ${type}</h4>${isFile ? html`<p class="note">A file to download.</p>` : fieldTable(schema)}`;
}

function fieldTable(schema: JsonSchema): Markup {
  if (schema.oneOf ?? schema.anyOf) {
    return join(
      ((schema.oneOf ?? schema.anyOf) as JsonSchema[]).map((one) => {
        const { template_type: kind } = (one.properties ?? {}) as Record<string, JsonSchema>;
        return html`<details><summary>With template_type ${String(kind?.const ?? '')}</summary>${fieldTable(one)}</details>`;
      }),
    );
  }
  const fields = fieldsOf(schema);
  if (fields.length === 0) return html`<p class="note">${typeOf(schema)}</p>`;
  return table(fields);
}

function table(rows: { name: string; type: Markup; required: boolean; note?: string }[]): Markup {
  return html`<div class="frame"><table><thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col"></th></tr></thead><tbody>${join(
    rows.map(
      ({ name, type, required, note }) =>
        html`<tr><td><code>${name}</code></td><td>${type}${note ? html`<br>${note}` : ''}</td><td class="needed">${required ? 'always' : 'optional'}</td></tr>`,
    ),
  )}</tbody></table></div>`;
}
