import { readFileSync } from 'node:fs';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { files, ports } from './configuration.ts';
import { type Program, startProgram, waitFor } from './program.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

export const s3 = {
  bucket: 'doorstep',
  endpoint: `http://127.0.0.1:${ports.s3}`,
  region: 'us-east-1',
  prefix: 'doorstep/',
  forcePathStyle: true,
};

export function doorstepSettings(folder: string, server: 0 | 1): Record<string, string> {
  const given = parseEnv(readFileSync(new URL('doorstep.env', files), 'utf8'));
  const pooler = (address = '') => address.replace(':6432/', `:${ports.pgbouncer[server]}/`);
  return {
    ...(given as Record<string, string>),
    ...{ HOST: '127.0.0.1', NODE_ENV: 'production', LOG_LEVEL: 'warn' },
    PORT: String(ports.servers[server]),
    PUBLIC_URL: `http://127.0.0.1:${ports.caddy}`,
    DATA_DIR: join(folder, `server${server}`),
    DATABASE_URL: pooler(given.DATABASE_URL),
    MIGRATION_DATABASE_URL: pooler(given.MIGRATION_DATABASE_URL),
    ...{ S3_ENDPOINT: s3.endpoint, AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
  };
}

export async function startDoorstep(
  folder: string,
  server: 0 | 1,
  tree = repository,
): Promise<Program> {
  const main = join(tree, 'server/src/main.ts');
  const program = startProgram(
    `server${server}`,
    [process.execPath, '--max-semi-space-size=8', main],
    { folder, env: { HOME: folder, ...doorstepSettings(folder, server) } },
  );
  await waitFor(
    `server ${server} (${folder}/server${server}.log)`,
    async () => {
      if (program.process.exitCode !== null) return program;
      const answer = await fetch(`http://127.0.0.1:${ports.servers[server]}/readyz`);
      return answer.ok && program;
    },
    120_000,
  );
  if (program.process.exitCode !== null) throw new Error(`Server ${server} exited: see its log`);
  return program;
}

/** Copies this release and adds `additions` additive migrations. Returns the folder of the new release. */
export async function makeRelease(folder: string, additions: number): Promise<string> {
  const tree = join(folder, `release-${additions}`);
  await mkdir(tree, { recursive: true });
  await cp(join(repository, 'server'), join(tree, 'server'), {
    recursive: true,
    filter: (path) => !path.includes('node_modules') && !path.includes('fixtures'),
  });
  for (const name of ['node_modules', 'package.json', 'web', 'field', 'contract']) {
    await symlink(join(repository, name), join(tree, name));
  }
  for (let number = 1; number <= additions; number++) {
    const name = `9${String(number).padStart(3, '0')}-next.expand.sql`;
    await writeFile(
      join(tree, 'server/src/db/migrations', name),
      `create table next_${number} (id bigint generated always as identity primary key, note text);
       alter table applicants add column next_${number} text;`,
    );
  }
  return tree;
}
