import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addUser, auditOf } from '../../testing/test-app.ts';
import { createSharedDatabase } from '../../testing/test-database.ts';
import { recordIdentityView } from './record-once.ts';

const database = await createSharedDatabase();

// Covers: threat-11
test('identity images are recorded once for viewer, person and kind', async () => {
  const { db } = database;
  const owner = await addUser(db, 'agent');
  const [viewer, other] = [await addUser(db, 'superadmin'), await addUser(db, 'admin')];
  const add = async (kind: 'profile' | 'pan' | 'aadhaar', position: number) => {
    const id = randomUUID();
    await db
      .insertInto('identity_images')
      .values({ id, user_id: owner.id, kind, position })
      .execute();
    return id;
  };
  const [front, back] = [await add('aadhaar', 0), await add('aadhaar', 1)];
  const [pan, portrait] = [await add('pan', 0), await add('profile', 0)];
  const actor = (id: number) => ({ id, requestId: null, address: '192.0.2.1' });
  const look = (by: number, id: string, size = 'screen', kind = 'identity') =>
    recordIdentityView(db, actor(by), { kind, id, size });

  await Promise.all([front, back, front].map((id) => look(viewer.id, id)));
  await look(viewer.id, pan);
  await look(other.id, pan);
  await look(viewer.id, portrait, 'thumbnail');
  await look(viewer.id, front, 'screen', 'photo');
  const rows = await auditOf(db, 'user', owner.id);
  expect(rows.map(({ actor_id, action, after }) => [actor_id, action, after])).toEqual([
    [viewer.id, 'view_identity', { image: 'aadhaar' }],
    [viewer.id, 'view_identity', { image: 'pan' }],
    [other.id, 'view_identity', { image: 'pan' }],
  ]);
  await look(other.id, portrait);
  expect(await auditOf(db, 'user', owner.id)).toHaveLength(4);
});
