import { readdir } from 'node:fs/promises';
import { isResidenceVisit } from '@doorstep/contract/visits/visit-type';
import { expect, test } from 'vitest';
import { workingTime } from '../working-time.ts';
import { demoCases } from './cases.ts';

const cases = demoCases(new Date('2026-03-05T10:00:00Z'), workingTime('Asia/Kolkata'));
const visited = cases.flatMap(({ visit, ...rest }) => (visit ? [{ ...rest, visit }] : []));
const pictures = (found: (typeof visited)[number]) =>
  found.visit.photos.map(({ picture }) => picture);
const isNameless = (picture: string) => /^(street|electricity-bill)-\d$/.test(picture);

test('every picture file exists and is used', async () => {
  const files = await readdir(new URL('../photos/', import.meta.url));
  const shown = new Set(visited.flatMap(pictures).map((picture) => `${picture}.jpg`));
  expect([...shown].sort()).toEqual(files.filter((file) => !file.startsWith('agent-')).sort());
});

test('no agent ever shows one picture twice', () => {
  for (const agent of new Set(visited.map((found) => found.agent))) {
    const all = visited.filter((found) => found.agent === agent).flatMap(pictures);
    expect(all).toHaveLength(new Set(all).size);
  }
});

test('the photos of each demo visit show the place that its address names, so every name plate is unique', () => {
  for (const found of visited) {
    const slug = found.place.name.toLowerCase().replaceAll(' ', '-');
    expect(found.address.startsWith(`${found.place.name}, `)).toBe(true);
    for (const picture of pictures(found)) {
      if (!isNameless(picture)) expect(picture.startsWith(`${slug}-`)).toBe(true);
    }
  }
});

test('a home visit describes a home and an office visit a business', () => {
  for (const { visitType, place, visit } of visited) {
    expect(isResidenceVisit(visitType)).toBe(place.kind === 'home');
    expect(visit.story.kind).toBe(place.kind);
    if (place.kind === 'home') expect(visit.story.remark).not.toMatch(/office|shop|employee/i);
    else expect(visit.story.remark).toMatch(place.kind === 'shop' ? /shop/i : /office/i);
    if (/bill/.test(visit.story.remark)) expect(visit.story.views).toContain('electricity-bill');
    if (visit.decision !== 'pending') expect(visit.story.observation).toBe(visit.decision);
  }
});

test('neighbours are two people who live next door', () => {
  for (const { name, address, visit } of visited) {
    const [first, second] = visit.neighbours;
    expect(new Set([name, first?.name, second?.name]).size).toBe(3);
    const [, house, street] = /, (\d+) (.+)$/.exec(address) ?? [];
    expect([first?.address, second?.address]).toEqual([
      `${Number(house) - 1} ${street}`,
      `${Number(house) + 1} ${street}`,
    ]);
    expect(new Set(visit.neighbours.map(({ feedback }) => feedback)).size).toBe(2);
  }
});

test('an agent works in one area, and the same person appears twice only at home and at the office', () => {
  const areas = new Map<number, string>();
  for (const { agent, pin } of cases) {
    if (agent === null) continue;
    expect(areas.get(agent) ?? pin).toBe(pin);
    areas.set(agent, pin);
  }
  const people = cases.map(
    ({ name, pin, applicationId, place }) =>
      `${name} ${pin} ${applicationId} ${place.kind === 'home'}`,
  );
  expect(people).toHaveLength(new Set(people).size);
  const numbers = new Map(
    cases.map(({ name, pin, applicationId }) => [`${name} ${pin}`, applicationId]),
  );
  for (const { name, pin, applicationId } of cases) {
    expect(numbers.get(`${name} ${pin}`)).toBe(applicationId);
  }
});

test('some applications have a home, an office and a co-applicant, one visited and one still open', () => {
  const byNumber = Map.groupBy(cases, ({ applicationId }) => applicationId);
  const several = [...byNumber.values()].filter((points) => points.length > 1);
  const kinds = several.map((points) =>
    points
      .map(({ type, place }) => `${type} ${place.kind === 'home' ? 'home' : 'office'}`)
      .toSorted(),
  );
  expect(several.length).toBeGreaterThan(0);
  for (const kind of kinds) {
    expect(kind).toEqual(['Applicant home', 'Applicant office', 'Co-Applicant home']);
  }
  const isMixed = (points: typeof cases) =>
    points.some(({ visit }) => visit) && points.some(({ visit }) => !visit);
  expect(several.some(isMixed)).toBe(true);
});
