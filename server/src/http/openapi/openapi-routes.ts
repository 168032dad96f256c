import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { describeApi } from './document.ts';
import { html } from './markup.ts';
import { writePage } from './page.ts';

const styles = ['./page.css', './operations.css'].map((name) => new URL(name, import.meta.url));

/** Stands on the page where the address goes that it is asked at. */
const placeholder = 'https://placeholder.invalid';

/** The wire described, for programs and for people. Open to anyone: it says what this program can do, and no data. */
export async function openApiRoutes(
  app: FastifyInstance,
  { provider }: Platform,
  webRoot?: string,
): Promise<void> {
  const document = describeApi(provider.shortName);
  const text = JSON.stringify(document);
  // Written once: anyone may ask for it.
  const page = writePage(document, placeholder).split(placeholder);
  const css = [
    await fontFaces(webRoot),
    ...(await Promise.all(styles.map((style) => readFile(style, 'utf8')))),
  ].join('');

  app.get('/api/v1/openapi.json', (_, reply) => reply.type('application/json').send(text));
  app.get('/api/docs', (request, reply) => {
    const { markup } = html`${request.protocol}://${request.headers.host ?? ''}`;
    return reply.type('text/html; charset=utf-8').send(page.join(markup));
  });
  app.get('/api/docs.css', (_, reply) => reply.type('text/css; charset=utf-8').send(css));
}

/** The typefaces of the built app, whose files bear a hash; without it the system's own do. */
async function fontFaces(webRoot: string | undefined): Promise<string> {
  const files = webRoot ? await readdir(join(webRoot, 'assets')).catch(() => []) : [];
  return ['Next', 'Mono']
    .map((name) => {
      const prefix = `atkinson-hyperlegible-${name.toLowerCase()}-latin-`;
      const file = files.find((one) => one.startsWith(prefix) && one.endsWith('.woff2'));
      return file
        ? `@font-face{font-family:"Atkinson Hyperlegible ${name}";font-weight:200 800;font-display:swap;src:url("/assets/${file}") format("woff2")}\n`
        : '';
    })
    .join('');
}
