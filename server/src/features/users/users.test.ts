import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { attempt } from '../../testing/auth-requests.ts';
import { changeRows, readRow, readRows } from '../../testing/rows.ts';
import {
  addApplicant,
  addUser,
  auditOf,
  closeAfterTest,
  type Role,
  signIn,
  startSharedApp,
  startTestApp,
  type Visitor,
} from '../../testing/test-app.ts';

const server = await startSharedApp();
const { db } = server;
const visitors = {
  agent: await signIn(server, 'agent'),
  admin: await signIn(server, 'admin'),
  superadmin: await signIn(server, 'superadmin'),
};
beforeEach(async () => {
  await db.deleteFrom('sign_in_failures').execute();
});

interface UserList {
  users: { id: number }[];
  total_count: number;
}
const get = (by: Role, path: string) => visitors[by].get(`users/${path}`);
const patch = (by: Role, id: number, payload: object) =>
  visitors[by].patch(`users/${id}/`, payload);
const remove = (by: Role, id: number) => visitors[by].delete(`users/${id}/`);
const rowOf = (id: number) => readRow(db, 'users', { id });

async function expectRejection(answer: Awaited<ReturnType<typeof get>>, status: number) {
  expect(answer.statusCode).toBe(status);
  const { message, detail, error } = answer.json();
  expect([detail, error]).toEqual([message, message]);
  // A 403 with one of these words would make the app end the session.
  if (status === 403) expect(message).not.toMatch(/token|auth|login/i);
}

// Covers: other-clients-3, threat-9
test('agents read no users; admins read no admins', async () => {
  const { superadmin } = visitors;
  await expectRejection(await get('agent', ''), 403);
  await expectRejection(await get('agent', `${superadmin.user.id}/`), 403);
  await expectRejection(await get('admin', '?admins=true'), 403);
  await expectRejection(await get('admin', '999/'), 404);
  await expectRejection(await get('admin', `${superadmin.user.id}/`), 403);
  for (const bad of ['?admins=maybe', '?page=0', '?page=1&page_size=101']) {
    await expectRejection(await get('admin', bad), 400);
  }
  expect((await get('superadmin', `${superadmin.user.id}/`)).statusCode).toBe(200);
});

// Covers: other-clients-3
test('a list has agents or admins, newest first, all together or by page', async () => {
  for (let n = 0; n < 12; n += 1) await addUser(db, 'agent');
  const gone = await addUser(db, 'agent');
  await changeRows(db, 'users', { id: gone.id }, { deleted_at: new Date() });
  const readIds = async (is_admin: boolean) => {
    const rows = await readRows(db, 'users', { is_admin, deleted_at: null }, ['id']);
    return rows.map(({ id }) => id).toSorted((a, b) => b - a);
  };
  const agents = await readIds(false);
  const list = async (query: string) => {
    const answer = (await get('superadmin', query)).json<UserList>();
    return { ...answer, ids: answer.users.map(({ id }) => id) };
  };

  expect(await list('')).toMatchObject({ ids: agents, total_count: agents.length });
  const second = await list('?page=2');
  expect(second).toMatchObject({ ids: agents.slice(10, 20), total_count: agents.length });
  expect((await list('?page=2&page_size=5')).ids).toEqual(agents.slice(5, 10));
  expect((await get('superadmin', '?page=99')).statusCode).toBe(404);
  expect((await list('?admins=false')).ids).toEqual(agents);
  const admins = await list('?admins=true');
  expect(admins.ids).toEqual(await readIds(true));
  const { id, phone_number } = visitors.admin.user;
  expect(admins.users).toContainEqual(
    expect.objectContaining({ id, phone: phone_number, phone_number }),
  );
});

test('a search looks in name, email, id and phone, in any case, and treats wildcards literally', async () => {
  const found = await addUser(db, 'agent', {
    name: 'Zubin 100% Mehta',
    email: 'zubin_m@orchestra.test',
    phone_number: '6123450987',
  });
  const other = await addUser(db, 'agent', { name: 'Zubin 1000 Mehta' });
  const search = async (text: string) => {
    const answer = await get('admin', `?search=${encodeURIComponent(text)}`);
    return answer.json<UserList>().users.map(({ id }) => id);
  };
  expect(await search(' zuBIN ')).toEqual([other.id, found.id]);
  expect(await search('100%')).toEqual([found.id]);
  expect(await search('ZUBIN_M@')).toEqual([found.id]);
  expect(await search('2345098')).toEqual([found.id]);
  expect(await search(String(found.id))).toContain(found.id);
  expect(await search('\\')).toEqual([]);
  expect(await search('nobody at all')).toEqual([]);
});

// Covers: threat-11
test('identity images are signed links, Aadhaar cards only for super admins', async () => {
  const agent = await addUser(db, 'agent');
  const image = (kind: 'profile' | 'pan' | 'aadhaar', position = 0) => ({
    id: randomUUID(),
    user_id: agent.id,
    kind,
    position,
  });
  const images = [image('profile'), image('pan'), image('aadhaar', 1), image('aadhaar', 0)];
  await db.insertInto('identity_images').values(images).execute();
  const [profile, pan, back, front] = images.map(({ id }) =>
    expect.stringMatching(`^/api/v1/media/identity/${id}/screen\\?expires=\\d+&signature=`),
  );
  const detail = async (by: Role) => (await get(by, `${agent.id}/`)).json().user;
  expect(await detail('superadmin')).toEqual({
    has_second_factor: false,
    id: agent.id,
    name: agent.name,
    email: agent.email,
    phone: agent.phone_number,
    phone_number: agent.phone_number,
    is_active: true,
    is_admin: false,
    is_superadmin: false,
    created_at: agent.created_at,
    updated_at: agent.updated_at,
    profile_image_url: profile,
    pan_card_image_url: pan,
    aadhar_card_images: [{ url: front }, { url: back }],
  });
  expect((await detail('admin')).aadhar_card_images).toEqual([]);

  const listed = (await get('admin', `?search=${agent.email}`)).json().users[0];
  expect(listed.profile_image_url).toContain(`/media/identity/${images[0]?.id}/thumbnail?`);
  expect(listed).not.toHaveProperty('pan_card_image_url');
  expect(listed).not.toHaveProperty('password_hash');
});

test('changing a user: 404, 403, 400, 409, 200', async () => {
  const agent = await addUser(db, 'agent');
  const taken = await addUser(db, 'agent');
  await expectRejection(await patch('superadmin', 999, { name: 'X' }), 404);
  await expectRejection(await patch('admin', agent.id, { is_active: false }), 403);
  for (const [field, body] of [
    ['name', { name: ' ' }],
    ['email', { email: 'x' }],
    ['email', { email: taken.email.toUpperCase() }],
    ['phone_number', { phone_number: '12' }],
    ['phone_number', { phone_number: taken.phone_number }],
    ['is_active', { is_active: 'no' }],
    ['is_superadmin', { is_superadmin: true }],
    ['is_admin', { is_admin: true }],
  ] as const) {
    const answer = await patch('superadmin', agent.id, body);
    await expectRejection(answer, 400);
    expect([body, Object.keys(answer.json().errors)]).toEqual([body, [field]]);
  }
  expect(await rowOf(agent.id)).toEqual(agent);

  const change = {
    name: ' New Name ',
    email: 'New.Name@Example.test',
    phone_number: '6000000001',
    updated_at: agent.updated_at,
  };
  const answer = await patch('superadmin', agent.id, change);
  expect(answer.statusCode).toBe(200);
  const after = { name: 'New Name', email: 'new.name@example.test', phone_number: '6000000001' };
  expect(answer.json()).toMatchObject({
    success: true,
    message: 'Agent updated successfully',
    user: { id: agent.id, ...after },
  });
  expect(await rowOf(agent.id)).toMatchObject(after);
  const before = { name: agent.name, email: agent.email, phone_number: agent.phone_number };
  const trail = [{ action: 'update', actor_id: visitors.superadmin.user.id, before, after }];
  expect(await auditOf(db, 'user', agent.id)).toMatchObject(trail);

  const late = await patch('superadmin', agent.id, { ...change, name: 'Other' });
  await expectRejection(late, 409);
  expect(late.json().detail).toContain('New Name');
  const read = answer.json().user.updated_at;
  const same = await patch('superadmin', agent.id, { name: 'New Name', updated_at: read });
  expect(same.json().user.updated_at).toBe(read);
  expect(await auditOf(db, 'user', agent.id)).toHaveLength(1);
});

// Covers: threat-23
test('of two changes based on the same reading of a record, the later is rejected', async () => {
  const { id, updated_at } = await addUser(db, 'agent');
  const answers = await Promise.all([
    patch('superadmin', id, { name: 'First', updated_at }),
    patch('superadmin', id, { name: 'Second', updated_at }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
});

// Covers: threat-6, fault-31
test('deactivating signs a user out immediately, and activating signs nobody in again', async () => {
  const agent = await signIn(server, 'agent');
  const canAsk = async () => (await agent.get('users/')).statusCode !== 401;
  expect(await canAsk()).toBe(true);
  const off = await patch('superadmin', agent.user.id, { is_active: false });
  expect(off.json().user.is_active).toBe(false);
  expect(await canAsk()).toBe(false);
  await patch('superadmin', agent.user.id, { is_active: true });
  expect(await canAsk()).toBe(false);
  expect(await auditOf(db, 'user', agent.user.id)).toMatchObject([
    {
      action: 'deactivate',
      before: { is_active: true },
      after: { is_active: false, sessions_ended: 1 },
    },
    { action: 'activate', before: { is_active: false }, after: { is_active: true } },
  ]);
});

test('activation has its own audit row in addition to that of other fields', async () => {
  const agent = await addUser(db, 'agent');
  await patch('superadmin', agent.id, { name: 'Renamed', is_active: false });
  expect(await auditOf(db, 'user', agent.id)).toMatchObject([
    { action: 'update', before: { name: agent.name }, after: { name: 'Renamed' } },
    { action: 'deactivate', before: { is_active: true }, after: { is_active: false } },
  ]);
});

// Covers: threat-29
test("users can't deactivate, demote or delete their own account", async () => {
  const { user } = visitors.superadmin;
  await expectRejection(await patch('superadmin', user.id, { is_active: false }), 403);
  await expectRejection(await patch('superadmin', user.id, { is_superadmin: false }), 403);
  await expectRejection(await remove('superadmin', user.id), 403);
  expect(await rowOf(user.id)).toMatchObject({ is_active: true, is_superadmin: true });
  expect((await patch('superadmin', user.id, { name: 'My Own Name' })).statusCode).toBe(200);
});

test.for([
  ['demote', { is_superadmin: false }],
  ['deactivate', { is_active: false }],
  ['delete', undefined],
] as const)(
  'if two super admins %s each other at the same time, one remains',
  async ([, change]) => {
    const own = closeAfterTest(await startTestApp());
    for (let round = 0; round < 5; round += 1) {
      await own.db.updateTable('users').set({ is_superadmin: false }).execute();
      const [one, two] = [await signIn(own, 'superadmin'), await signIn(own, 'superadmin')];
      const act = (by: Visitor, { user }: Visitor) =>
        change ? by.patch(`users/${user.id}/`, change) : by.delete(`users/${user.id}/`);
      const answers = await Promise.all([act(one, two), act(two, one)]);
      const codes = answers.map(({ statusCode }) => statusCode).sort();
      expect([
        [200, 401],
        [200, 403],
      ]).toContainEqual(codes);
      const powerful = { is_superadmin: true, is_active: true, deleted_at: null };
      const left = await readRows(own.db, 'users', powerful, ['id']);
      expect(left).toHaveLength(1);
    }
  },
);

test('deleting: 403, then an admin is deleted with the sessions', async () => {
  const admin = await signIn(server, 'admin');
  await expectRejection(await remove('admin', admin.user.id), 403);
  const answer = await remove('superadmin', admin.user.id);
  expect(answer.json()).toEqual({ success: true, message: 'Admin deleted successfully' });
  expect((await admin.get('users/')).statusCode).toBe(401);
  expect(await readRows(db, 'sessions', { user_id: admin.user.id }, ['ended_at'])).toEqual([
    { ended_at: expect.any(String) },
  ]);
  await expectRejection(await remove('superadmin', admin.user.id), 404);
  await expectRejection(await get('superadmin', `${admin.user.id}/`), 404);
  expect((await rowOf(admin.user.id)).name).toBe(admin.user.name);
  expect(await auditOf(db, 'user', admin.user.id)).toMatchObject([
    {
      action: 'delete',
      actor_id: visitors.superadmin.user.id,
      before: { name: admin.user.name, is_admin: true },
      after: { sessions_ended: 1 },
    },
  ]);
});

test('a deleted agent’s open applicants wait for another; visited ones stay', async () => {
  const agent = await addUser(db, 'agent');
  const own = { assigned_agent_id: agent.id };
  const open = [await addApplicant(db, own), await addApplicant(db, own)];
  const visited = await addApplicant(db, { ...own, status: 'visited' });
  const submitted = await addApplicant(db, { ...own, status: 'submitted' });
  const answer = await remove('superadmin', agent.id);
  expect(answer.json()).toEqual({ success: true, message: 'Agent deleted successfully' });
  const stateOf = (id: number) =>
    readRow(db, 'applicants', { id }, ['status', 'assigned_agent_id']);
  for (const { id } of open) {
    expect(await stateOf(id)).toEqual({ status: 'pending', assigned_agent_id: null });
    expect(await auditOf(db, 'applicant', id)).toMatchObject([
      {
        action: 'unassign',
        actor_id: visitors.superadmin.user.id,
        before: { assigned_agent_id: agent.id, status: 'assigned' },
        after: { assigned_agent_id: null, status: 'pending' },
      },
    ]);
  }
  expect(await stateOf(visited.id)).toEqual({ status: 'visited', assigned_agent_id: agent.id });
  expect(await stateOf(submitted.id)).toEqual({ status: 'submitted', assigned_agent_id: agent.id });
});

test('a deleted account’s email and phone are free again, and its password no longer works', async () => {
  const agent = await addUser(db, 'agent');
  await remove('superadmin', agent.id);
  expect((await attempt(server, agent.email)).statusCode).toBe(401);
  const again = await visitors.superadmin.post('auth/register/', {
    ...{ name: agent.name, email: agent.email, phone: agent.phone_number },
    password: 'Another-horse-9',
  });
  expect(again.statusCode).toBe(201);
  expect(again.json().user.id).not.toBe(agent.id);
});
