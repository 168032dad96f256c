import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '../db/application-role.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    templateDatabase: EmbeddedPostgres['connection'];
  }
}

/**
 * Starts one PostgreSQL for the whole run, without durability. Vitest calls this function as its global
 * setup.
 */
export default async function startTestDatabase(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-tests-'));
  const postgres = await startEmbeddedPostgres(folder, console.error, {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '200',
    deadlock_timeout: '100ms',
    max_wal_size: '128MB',
    shared_buffers: '128MB',
  });
  const stop = async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const template = { ...postgres.connection, database: 'template_doorstep' };
    await createTemplate(postgres.connection, template);
    project.provide('templateDatabase', template);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function createTemplate(
  connection: EmbeddedPostgres['connection'],
  template: EmbeddedPostgres['connection'],
): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`CREATE DATABASE ${template.database}`).finally(() => client.end());
  await prepareDatabase(template, { mayLogIn: true });
}
