import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createSharedDatabase } from '../../testing/test-database.ts';
import { repeat } from '../../work/repeat.ts';
import { connect } from '../connection.ts';
import { chainAudit } from './chain.ts';
import { recordAudit } from './record.ts';
import { verifyAudit } from './verify.ts';

const database = await createSharedDatabase();
const { db } = database;
const owner = connect(database.connection);
afterAll(() => owner.destroy());

const tables = ['audit', 'audit_chain', 'audit_unchained'] as const;

/** Changes rows as the owner with the triggers switched off. The check must detect even these changes. */
const tamper = (statement: string) =>
  owner.transaction().execute(async (trx) => {
    await sql.raw('set local session_replication_role = replica').execute(trx);
    await sql.raw(statement).execute(trx);
  });

const nobody = { id: null, requestId: 'request-1', address: '192.0.2.1' };
const write = (count: number, by: Parameters<typeof recordAudit>[0] = db) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      recordAudit(by, nobody, 'applicant.assign', index, {
        before: { status: 'pending' },
        after: { status: 'assigned', note: 'ö "quoted" \\ 1.50' },
      }),
    ),
  );
const ids = async () => {
  const rows = await db.selectFrom('audit_chain').select('audit_id').orderBy('seq').execute();
  return rows.map((row) => row.audit_id);
};

const empty = () => tamper(tables.map((table) => `delete from ${table}`).join(';'));
beforeEach(empty);

// Covers: threat-22
test.each(tables)('the application may not change %s', async (table) => {
  await write(2);
  await chainAudit(db);
  await write(1);
  const column = table === 'audit' ? 'action' : 'audit_id';
  for (const statement of [
    `update ${table} set ${column} = ${column}`,
    `delete from ${table}`,
    `truncate ${table}`,
    `alter table ${table} disable trigger all`,
    `drop table ${table} cascade`,
    `set session_replication_role = replica`,
    ...(table === 'audit'
      ? [
          `insert into audit (at, action, subject) values ('2020-01-01', 'assign', 'applicant')`,
          `insert into audit (id, action, subject) overriding system value values (1, 'a', 'b')`,
        ]
      : [`insert into ${table} select * from ${table}`]),
    'set role doorstep',
    'set session authorization doorstep',
    `create or replace function chain_audit(at_most int) returns int language sql as 'select 0'`,
  ]) {
    await expect(sql.raw(statement).execute(db), statement).rejects.toMatchObject({
      code: '42501',
    });
  }
});

test('a temporary table of the application does not replace the queue', async () => {
  await db.connection().execute(async (own) => {
    await sql`create temporary table audit_unchained (audit_id bigint)`.execute(own);
    await write(1, own);
    expect(await chainAudit(own)).toBe(1);
    await sql`drop table audit_unchained`.execute(own);
  });
});

test('an empty audit is valid', async () => {
  const valid = { broken: undefined, count: 0, head: undefined, late: 0 };
  expect(await verifyAudit(db)).toEqual(valid);
});

test('rows that become visible late are added to the chain in turn', async () => {
  const slow = await db.startTransaction().execute();
  await write(1, slow);
  await write(3);
  expect(await chainAudit(db)).toBe(3);
  expect(await chainAudit(db)).toBe(0);
  await slow.commit().execute();
  const undone = await db.startTransaction().execute();
  await write(1, undone);
  await undone.rollback().execute();
  await write(1);
  expect(await chainAudit(db)).toBe(2);
  const chained = await ids();
  expect(chained[3]).toBe(Math.min(...chained));
  expect(await verifyAudit(db)).toMatchObject({ broken: undefined, count: 5, head: { seq: 5 } });
});

test('many writers and several chaining servers make one chain', async () => {
  const errors: unknown[] = [];
  const chainers = [1, 2, 3].map(() =>
    repeat(
      () => chainAudit(db),
      250,
      (error) => errors.push(error),
    ),
  );
  for (let round = 0; round < 10; round++) await write(100);
  await Promise.all(chainers.map((chainer) => chainer.close()));
  await chainAudit(db);
  expect(errors).toEqual([]);
  expect(new Set(await ids()).size).toBe(1000);
  expect(await verifyAudit(db)).toMatchObject({ broken: undefined, count: 1000, late: 0 });
});

interface Link {
  seq: number;
  id: number | undefined;
  next: number | undefined;
}
const changed = [
  `at = at + interval '1 microsecond'`,
  'actor_id = 1',
  `action = 'delete'`,
  `subject = 'user'`,
  'subject_id = subject_id + 1',
  `before = '{"status": "visited"}'`,
  `after = after - 'note'`,
  'request_id = null',
  `address = '192.0.2.2'`,
].map((change) => ({
  fault: 'altered',
  by: ({ id }: Link) => `update audit set ${change} where id = ${id}`,
}));
const removedRow = { fault: 'removed', by: ({ id }: Link) => `delete from audit where id = ${id}` };
const removedLink = {
  fault: 'gap',
  by: ({ seq }: Link) => `delete from audit_chain where seq = ${seq}`,
};
const forgedLink = {
  fault: 'altered',
  by: ({ seq }: Link) => `update audit_chain set hash = sha256(hash) where seq = ${seq}`,
};
const swapped = {
  fault: 'altered',
  by: ({ seq, id, next }: Link) => `update audit_chain set audit_id = -1 where seq = ${seq};
    update audit_chain set audit_id = ${id} where seq = ${seq + 1};
    update audit_chain set audit_id = ${next} where seq = ${seq}`,
};

// Covers: threat-22, asvs-15
test('any changed or removed row is detected at its place', async () => {
  const changes = [...changed, removedRow, removedLink, forgedLink, swapped];
  const places = changes.map((change, nth) => ({ ...change, seq: 1 + ((nth * 7) % 30) }));
  const ends = [
    { ...removedRow, seq: 1 },
    { ...forgedLink, seq: 30 },
  ];
  for (const { fault, by, seq } of [...places, ...ends]) {
    await empty();
    await write(31);
    await chainAudit(db);
    const chained = await ids();
    await tamper(by({ seq, id: chained[seq - 1], next: chained[seq] }));
    expect(await verifyAudit(db)).toMatchObject({ broken: { fault, seq }, count: seq - 1 });
  }
});

test('a row that was inserted another way, or lost its link at the end, is detected', async () => {
  await write(3);
  await chainAudit(db);
  const last = (await ids()).at(-1);
  await tamper('delete from audit_chain where seq = 3');
  const unchained = { fault: 'unchained', seq: null, auditId: last };
  expect(await verifyAudit(db)).toMatchObject({ broken: unchained, count: 2 });
});

test('a row that is removed before it is chained is detected', async () => {
  const remove = 'delete from audit where id = (select max(id) from audit);';
  await write(2);
  await tamper(remove);
  expect(await verifyAudit(db)).toMatchObject({ broken: { fault: 'removed' }, count: 1 });
  await empty();
  await write(2);
  // Also deletes the other row's entry in `audit_unchained`, so that there are as many rows as entries.
  await tamper(
    `${remove} delete from audit_unchained where audit_id = (select min(id) from audit)`,
  );
  expect(await verifyAudit(db)).toMatchObject({ broken: { fault: 'removed' } });
});

// Covers: threat-22
test('a noted link reveals a truncated or rewritten chain', async () => {
  await write(5);
  const { head } = await verifyAudit(db);
  expect(await verifyAudit(db, head)).toMatchObject({ broken: undefined });
  await write(1);
  expect(await verifyAudit(db, head)).toMatchObject({ broken: undefined, count: 6 });

  await tamper(
    'delete from audit where id in (select audit_id from audit_chain where seq > 4); delete from audit_chain where seq > 4',
  );
  expect(await verifyAudit(db)).toMatchObject({ broken: undefined, count: 4 });
  expect(await verifyAudit(db, head)).toMatchObject({ broken: { fault: 'not_as_noted', seq: 5 } });

  await write(4);
  expect(await verifyAudit(db)).toMatchObject({ broken: undefined, count: 8 });
  expect(await verifyAudit(db, head)).toMatchObject({ broken: { fault: 'not_as_noted', seq: 5 } });
});

test('counts rows that waited too long', async () => {
  await write(2);
  await tamper(`update audit set at = at - interval '11 seconds'`);
  expect(await verifyAudit(db)).toMatchObject({ broken: undefined, count: 2, late: 2 });
  expect(await verifyAudit(db)).toMatchObject({ late: 0 });
});
