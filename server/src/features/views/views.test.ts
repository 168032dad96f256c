import type { View } from '@doorstep/contract/views';
import { beforeEach, expect, test } from 'vitest';
import { signIn, startSharedApp, type Visitor } from '../../testing/test-app.ts';

const doorstep = await startSharedApp();
const admin = await signIn(doorstep, 'admin');
const colleague = await signIn(doorstep, 'admin');
beforeEach(async () => {
  await doorstep.db.deleteFrom('saved_views').execute();
});

const late = { list: 'applicants', name: 'Late in Pune', filter: { due: 'late', pin: '4110' } };
const save = (more: object = {}, by: Visitor = admin) => by.post('views/', { ...late, ...more });
const list = async (by: Visitor = admin) =>
  (await by.get('views/')).json<{ results: View[] }>().results;
const remove = (id: number, by: Visitor) => by.delete(`views/${id}/`);

// Covers: views-1
test('a view belongs to the user who saved it', async () => {
  const saved = await save({ name: '  Late in Pune ' });
  expect(saved.statusCode).toBe(201);
  const view = saved.json<View>();
  expect(view).toEqual({ id: expect.any(Number), ...late });
  await save({ name: 'all' });
  expect((await list()).map(({ name }) => name)).toEqual(['all', 'Late in Pune']);
  expect(await list(colleague)).toEqual([]);
  expect((await remove(view.id, colleague)).statusCode).toBe(404);
  const removed = await remove(view.id, admin);
  expect(removed.json()).toMatchObject({ success: true, message: 'Late in Pune was deleted.' });
  expect((await list()).map(({ name }) => name)).toEqual(['all']);
});

// Covers: views-1
test('a view does not store the search, which may be a name', async () => {
  const filter = { ...late.filter, search: 'Kabir Shah' };
  expect((await save({ filter })).json<View>().filter).toEqual(late.filter);
  expect((await list()).map((view) => view.filter)).toEqual([late.filter]);
});

// Covers: views-1
test('a name is unique for a user and a list, ignoring case', async () => {
  await save();
  const again = await save({ name: 'LATE in pune' });
  expect(again.statusCode).toBe(400);
  expect(again.json().errors).toEqual({ name: ['You already have a view with this name'] });
  expect((await save({ list: 'verifications' })).statusCode).toBe(201);
  expect((await save({}, colleague)).statusCode).toBe(201);
});

// Covers: views-1
test.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(61) }, 'name'],
  [{ filter: Object.fromEntries([...Array(21).keys()].map((at) => [`f${at}`, '1'])) }, 'filter'],
  [{ filter: { pin: 'x'.repeat(201) } }, 'filter.pin'],
  [{ filter: { pin: 4110 } }, 'filter.pin'],
])('a malformed view is rejected: %j', async (more, field) => {
  const answer = await save(more);
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([field]);
});

// Covers: views-1
test('a user saves at most 30 views, also at the same moment', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `View ${at}`);
  const answers = await Promise.all(names.map((name) => save({ name })));
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(30);
  const rejected = answers.find(({ statusCode }) => statusCode !== 201);
  expect(rejected?.statusCode).toBe(409);
  expect(rejected?.json()).toMatchObject({ code: 'too_many' });
  expect(await list()).toHaveLength(30);
});
