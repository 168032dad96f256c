import { sql } from 'kysely';
import type { Db } from '../connection.ts';
import { chainAudit } from './chain.ts';

type Fault =
  /** The row does not match its hash: the row or the hash was changed. */
  | 'altered'
  | 'removed'
  | 'gap'
  /**
   * The row has no link and does not wait for one: its link was deleted, or Doorstep did not insert the row.
   */
  | 'unchained'
  /**
   * The chain does not contain the noted link: the end of the chain was deleted, or the chain was rewritten.
   */
  | 'not_as_noted';

export interface Break {
  fault: Fault;
  /** The position in the chain; null for a row without a link. */
  seq: number | null;
  auditId: number | null;
}

/** A link of the chain, which operators can note outside the database. */
export interface ChainLink {
  seq: number;
  /** SHA-256 in hex. */
  hash: string;
}

export interface Verified {
  broken: Break | undefined;
  count: number;
  head: ChainLink | undefined;
  /**
   * The number of rows that had waited for their link for more than {@link longestWait} seconds when the
   * check began.
   */
  late: number;
}

export const longestWait = 10;

const chunk = 20_000;
const start: Buffer = Buffer.alloc(32);

export async function verifyAudit(db: Db, noted?: ChainLink): Promise<Verified> {
  const late = await countLate(db);
  await chainAudit(db);
  let last: { seq: number; hash: Buffer } = { seq: 0, hash: start };
  for (;;) {
    const part = await walk(db, last.seq, last.hash);
    if (part.broken)
      return { broken: part.broken, count: (part.broken.seq ?? 1) - 1, head: linkOf(last), late };
    if (part.hash === null || part.seq === null) break;
    if (noted && noted.seq > last.seq && noted.seq <= part.seq && !(await isThere(db, noted))) {
      return { broken: notAsNoted(noted), count: noted.seq - 1, head: linkOf(last), late };
    }
    last = { seq: part.seq, hash: part.hash };
  }
  const head = linkOf(last);
  if (noted && noted.seq > last.seq)
    return { broken: notAsNoted(noted), count: last.seq, head, late };
  return { broken: await findUnchained(db), count: last.seq, head, late };
}

const linkOf = ({ seq, hash }: { seq: number; hash: Buffer }) =>
  seq === 0 ? undefined : { seq, hash: hash.toString('hex') };

const notAsNoted = ({ seq }: ChainLink): Break => ({ fault: 'not_as_noted', seq, auditId: null });

async function countLate(db: Db): Promise<number> {
  const { late } = await db
    .selectFrom('audit_unchained')
    .leftJoin('audit', 'audit.id', 'audit_unchained.audit_id')
    .select(({ fn }) => fn.countAll<number>().as('late'))
    .where('audit.at', '<', sql<string>`now() - make_interval(secs => ${longestWait})`)
    .executeTakeFirstOrThrow();
  return late;
}

async function isThere(db: Db, { seq, hash }: ChainLink): Promise<boolean> {
  const found = await db
    .selectFrom('audit_chain')
    .select('seq')
    .where('seq', '=', seq)
    .where('hash', '=', Buffer.from(hash, 'hex'))
    .executeTakeFirst();
  return found !== undefined;
}

interface Part {
  seq: number | null;
  hash: Buffer | null;
  broken: Break | null;
}

/**
 * Verifies a part of the chain inside the database, so that only the part's end and its first break are
 * transferred.
 */
async function walk(db: Db, after: number, hash: Buffer): Promise<Part> {
  const { rows } = await sql<Part>`
    with part as (
      select s.seq, s.audit_id, s.hash, a.id is null as is_gone,
        ${after}::bigint + row_number() over chain as place,
        sha256(coalesce(lag(s.hash) over chain, ${hash}::bytea) || convert_to(jsonb_build_array(
          a.id, (extract(epoch from a.at) * 1000000)::bigint, a.actor_id, a.action, a.subject, a.subject_id,
          a.before, a.after, a.request_id, a.address)::text, 'UTF8')) as expected
      from (select * from audit_chain where seq > ${after} order by seq limit ${chunk}) s
      left join audit a on a.id = s.audit_id
      window chain as (order by s.seq)
    ), judged as (
      select *, case when seq <> place then 'gap' when is_gone then 'removed' when hash <> expected then 'altered' end
        as fault
      from part
    )
    select (select seq from part order by seq desc limit 1), (select hash from part order by seq desc limit 1),
      (select jsonb_build_object('fault', fault, 'seq', place,
          'auditId', case when fault <> 'gap' then audit_id end)
        from judged where fault is not null order by seq limit 1) as broken`.execute(db);
  return rows[0] ?? { seq: null, hash: null, broken: null };
}

/**
 * Finds a row that was removed while it waited for its link. If there is none, finds a row that has no link
 * and doesn't wait for one. `walk` has verified that each link has its row. So there is a row of the second
 * kind only if there are more rows in the audit than links and waiting rows together.
 */
async function findUnchained(db: Db): Promise<Break | undefined> {
  const removed = await sql<{ id: number }>`select u.audit_id as id from audit_unchained u
    where not exists (select from audit a where a.id = u.audit_id) order by 1 limit 1`.execute(db);
  if (removed.rows[0]) return { fault: 'removed', seq: null, auditId: removed.rows[0].id };
  const unchained = await sql<{ id: number }>`select a.id from audit a
    where (select count(*) from audit) > (select count(*) from audit_chain) + (select count(*) from audit_unchained)
      and not exists (select from audit_chain s where s.audit_id = a.id)
      and not exists (select from audit_unchained u where u.audit_id = a.id) order by 1 limit 1`.execute(
    db,
  );
  if (unchained.rows[0]) return { fault: 'unchained', seq: null, auditId: unchained.rows[0].id };
  return undefined;
}
