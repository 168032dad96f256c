import { createHash } from 'node:crypto';
import pg from 'pg';
import { hashPassword } from '../../server/src/features/auth/accounts/password.ts';
import { Copier } from './copy-rows.ts';
import { type Amounts, agentAt, type MadeUpCase, madeUpCases } from './made-up.ts';

export const benchAdmins = Array.from({ length: 8 }, (_, index) => `admin${index}@bench.test`);
export const benchPassword = 'Measured-twice-9';

const batch = 100_000;
const applicantColumns = [
  ...['id', 'application_id', 'applicant_name', 'applicant_type', 'portfolio_name', 'product_type'],
  ...['visit_type', 'mobile_number', 'pin_code', 'address', 'message', 'status'],
  ...['assigned_agent_id', 'created_at', 'updated_at'],
];
const verificationColumns = [
  ...['id', 'applicant_id', 'agent_id', 'portfolio_name', 'overall_observation', 'neighbour1_name'],
  ...['neighbour1_address', 'neighbour1_feedback', 'neighbour2_name', 'neighbour2_address'],
  ...['neighbour2_feedback', 'remark', 'verification_address', 'latitude', 'longitude'],
  ...['submitted_at', 'admin_decision', 'decided_by', 'decided_at', 'idempotency_key'],
  ...['request_sha256', 'image_count', 'evidence_due', 'evidence_checked_at'],
];
const photoColumns = [
  ...['id', 'verification_id', 'position', 'kind', 'bytes', 'sha256', 'width', 'height'],
  ...['taken_at', 'latitude', 'longitude'],
];

/** Fills a migrated database that has no applicants. The connection's user must own the tables. */
export async function fillDatabase(
  connection: pg.ClientConfig,
  amounts: Amounts,
  say: (line: string) => void,
): Promise<void> {
  // COPY occupies its connection, so each of the three tables needs its own connection.
  const clients = Array.from({ length: 3 }, () => new pg.Client(connection));
  const [first, second, third] = clients as [pg.Client, pg.Client, pg.Client];
  await Promise.all(clients.map((client) => client.connect()));
  try {
    const { adminId, agentIds } = await addPeople(first, amounts);
    const rebuild = await dropIndexes(first);
    await first.query('alter table verifications drop constraint verifications_applicant_id_fkey');
    await first.query('alter table photos drop constraint photos_verification_id_fkey');
    const cases = madeUpCases(amounts, agentIds, adminId, Date.now());
    let done = 0;
    for (let more = true; more; ) {
      const applicants = new Copier(first, 'applicants', applicantColumns);
      const verifications = new Copier(second, 'verifications', verificationColumns);
      const photos = new Copier(third, 'photos', photoColumns);
      for (let count = 0; count < batch; count += 1) {
        const next = cases.next();
        if (next.done) {
          more = false;
          break;
        }
        await applicants.add(next.value.applicant);
        await addVisit(next.value, verifications, photos, amounts.photosPerVerification);
        done += 1;
      }
      await Promise.all([applicants.end(), verifications.end(), photos.end()]);
      say(`${done.toLocaleString('en')} of ${amounts.applicants.toLocaleString('en')} applicants`);
    }
    say('Building the indexes …');
    for (const statement of rebuild) await first.query(statement);
    await first.query(`alter table verifications add constraint verifications_applicant_id_fkey
      foreign key (applicant_id) references applicants`);
    await first.query(`alter table photos add constraint photos_verification_id_fkey
      foreign key (verification_id) references verifications`);
    for (const table of ['applicants', 'verifications']) {
      await first.query(
        `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
      );
    }
    await first.query('select roll_up_counts()');
    await first.query('vacuum analyze');
    await first.query('checkpoint').catch(() => say('The database writes its checkpoint later.'));
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function addVisit(
  { verification, area, submitted }: MadeUpCase,
  verifications: Copier,
  photos: Copier,
  count: number,
): Promise<void> {
  if (!verification || !area || !submitted) return;
  // Marks the evidence check as done, because the server would otherwise check evidence for the first half
  // hour.
  await verifications.add([...verification, count, 'false', submitted.toISOString()]);
  const id = Number(verification[0]);
  for (let position = 0; position < count; position += 1) {
    const sum = createHash('sha256').update(`${id} ${position}`).digest('hex');
    const uuid = `${sum.slice(0, 8)}-${sum.slice(8, 12)}-4${sum.slice(13, 16)}-8${sum.slice(17, 20)}-${sum.slice(20, 32)}`;
    const row = [uuid, id, position, 'jpeg', 400_000, `\\x${sum}`, 1600, 1200];
    await photos.add([...row, submitted.toISOString(), area.latitude, area.longitude]);
  }
}

async function addPeople(client: pg.Client, { agents }: Amounts) {
  const insert = `insert into users (name, email, phone_number, password_hash, is_admin, is_superadmin, is_demo)
    values ($1, $2, $3, $4, $5, $5, true) returning id`;
  const hash = await hashPassword(benchPassword);
  const add = async (name: string, email: string, phone: string, isAdmin: boolean) => {
    const { rows } = await client.query<{ id: string }>(insert, [
      name,
      email,
      phone,
      hash,
      isAdmin,
    ]);
    return Number(rows[0]?.id);
  };
  const admins: number[] = [];
  for (const [index, email] of benchAdmins.entries()) {
    admins.push(await add(`Admin ${index}`, email, String(7_000_000_000 + index), true));
  }
  const agentIds: number[] = [];
  for (let index = 0; index < agents; index += 1) {
    const { name, email, phone } = agentAt(index);
    agentIds.push(await add(name, email, phone, false));
  }
  return { adminId: admins[0] ?? 0, agentIds };
}

/** Drops the indexes, because building them at the end is faster. Returns the statements that build the indexes. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid
    where i.indrelid in ('applicants'::regclass, 'applicant_texts'::regclass, 'verifications'::regclass) and c.oid is null`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return ["set maintenance_work_mem = '1GB'", ...rows.map(({ definition }) => definition)];
}
