import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';

const read = (name: string) =>
  readFileSync(new URL(`../../../../deploy/${name}`, import.meta.url), 'utf8');

const unit = read('doorstep.service');

const valuesOf = (name: string) =>
  Array.from(unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm')), ([, value = '']) => value);

test.each(['one-pc.env', 'one-server.env'])(
  'the unit may write everywhere that %s makes the server write',
  (name) => {
    expect(valuesOf('ProtectSystem')).toEqual(['strict']);
    const writable = [
      ...valuesOf('StateDirectory').map((folder) => `/var/lib/${folder}`),
      // A minus sign means that the folder may be missing.
      ...valuesOf('ReadWritePaths').map((path) => path.replace(/^-/, '')),
    ];
    const own = parseEnv(valuesOf('Environment').join('\n'));
    const { dataDir, backup } = readConfig({ ...own, ...parseEnv(read(name)) });
    expect(backup?.to).toMatch(/^\//);
    for (const folder of [dataDir, backup?.to]) {
      expect(writable.some((path) => `${folder}/`.startsWith(`${path}/`))).toBe(true);
    }
  },
);
