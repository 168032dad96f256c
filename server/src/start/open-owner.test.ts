import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openOwner } from './open-owner.ts';

const open = (settings: Record<string, string>) => openOwner(readConfig(settings), () => {});
const [database, owner] = ['postgres://app@db/doorstep', 'postgres://owner@db/doorstep'];

// Covers: asvs-12
test('the application gets the given address only if migrations have their own', async () => {
  expect(await open({ DATABASE_URL: database })).toEqual({
    owner: { connectionString: database },
    ways: {},
  });
  expect(await open({ DATABASE_URL: database, MIGRATION_DATABASE_URL: owner })).toEqual({
    owner: { connectionString: owner },
    ways: { application: { connectionString: database } },
  });
});
