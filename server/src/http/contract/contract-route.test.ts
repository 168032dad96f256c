import { endpointRows } from '@doorstep/contract/wire/endpoints';
import { expect, test } from 'vitest';
import { compileSerializer } from './contract-route.ts';

test('the answers of all endpoints can be serialized', () => {
  for (const [name, { endpoint }] of endpointRows) {
    if (endpoint.reply !== 'json') continue;
    expect(() => compileSerializer(endpoint.response), name).not.toThrow();
  }
});
