import { endpointRows } from '@doorstep/contract/wire/endpoints';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { startSharedApp } from '../../testing/test-app.ts';
import type { OpenApiDocument } from './document.ts';

const { app } = await startSharedApp();

// Covers: asvs-4
test('the document names every endpoint of the contract, and the server answers each of them', async () => {
  const answer = await app.inject({ url: '/api/v1/openapi.json' });
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  const document = answer.json<OpenApiDocument>();

  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
    endpointRows.map(([name]) => name).sort(),
  );
  for (const [name, row] of endpointRows) {
    const { endpoint, produces, multipart } = row;
    const { method, path } = endpoint;
    const url = path.replace(/(?<=.)\/$/, '');
    expect(app.hasRoute({ method, url }), `${name} is mounted`).toBe(true);
    const described = [produces !== undefined, multipart !== undefined];
    const needed = [endpoint.reply === 'file', endpoint.request === 'multipart'];
    expect(described, `${name} says what file it answers and what its form holds`).toEqual(needed);
    const { parameters = [] } = operations.find(({ operationId }) => operationId === name) ?? {};
    const headers = Object.keys({ ...row.headers, ...row.optionalHeaders });
    const inHeader = parameters.filter((one) => one.in === 'header');
    expect(inHeader.map((one) => one.name)).toEqual(headers);
  }
  const shapes = Object.keys(document.components.schemas);
  expect(shapes).toEqual(expect.arrayContaining(['Applicant', 'Error', 'Verification']));
  const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  for (const [, shape = ''] of references) {
    expect(shapes).toContain(shape);
  }
  for (const [path, methods] of Object.entries(document.paths)) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { parameters } of Object.values(methods)) {
      const described = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
      expect(described, path).toEqual(named);
    }
  }
});

test('another program accepts the document as OpenAPI 3.1', async () => {
  const answer = await app.inject({ url: '/api/v1/openapi.json' });
  const document = answer.json<Record<string, object>>();
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  const broken = { ...document, paths: { '/x': { get: { responses: 7 } } } };
  expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
});

test('the address that people try first redirects to the document', async () => {
  const answer = await app.inject({ url: '/api/docs' });
  expect(answer.statusCode).toBe(302);
  expect(answer.headers.location).toBe('/api/v1/openapi.json');
});
