import { pathToFileURL } from 'node:url';
import type { Endpoint } from '@doorstep/contract/wire/endpoint';
import type { Plugin } from 'vite';

/**
 * Builds the contract's endpoint modules without their schemas and functions, because the phone needs only
 * the constants, and the endpoints' methods and paths. Zod, the validator, would be a sixth of the first
 * download. Importing a schema or a function from these modules fails the build.
 */
export function contractAddresses(): Plugin {
  return {
    name: 'doorstep-contract-addresses',
    apply: 'build',
    load: async (id) => {
      if (!/\/contract\/src\/.+\.ts$/.test(id)) return null;
      const exported = Object.entries(await import(pathToFileURL(id).href));
      if (!exported.some(([, value]) => isEndpoint(value))) return null;
      return exported.flatMap(([name, value]) => keep(name, value)).join('\n');
    },
  };
}

function keep(name: string, value: unknown): string[] {
  if (isEndpoint(value)) return [assign(name, { method: value.method, path: value.path })];
  return typeof value === 'function' || isSchema(value) ? [] : [assign(name, value)];
}

const assign = (name: string, value: unknown) => `export const ${name} = ${JSON.stringify(value)};`;

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value;

const isSchema = (value: unknown) => typeof value === 'object' && value !== null && '_zod' in value;
