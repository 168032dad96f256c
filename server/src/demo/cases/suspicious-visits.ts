import type { DemoCase } from './cases.ts';
import { turnsOf } from './turns.ts';
import { doorTimes } from './visits.ts';

/** How many seconds the agent spent at the door. A visit with its photos and questions takes longer. */
const hurriedSeconds = 100;
/** A pin code of Nagpur, where the demo has no visits. */
const wrongPin = '440010';

export function addSuspiciousVisits(cases: DemoCase[]): DemoCase[] {
  const { held, sentBack, answered } = turnsOf(cases);
  const [reused, misfiled, hurried] = cases
    .filter(
      ({ status, place, visit }) =>
        status === 'visited' && place.kind === 'home' && visit?.story.outcome === 'met',
    )
    .filter((one) => one !== held && one !== sentBack && one !== answered)
    .slice(-3);
  return cases.map((one) => {
    if (one === reused) return showPhotoOfAnother(one, cases);
    if (one === misfiled) return { ...one, pin: wrongPin };
    if (one === hurried) return hurry(one);
    return one;
  });
}

function showPhotoOfAnother(one: DemoCase, cases: DemoCase[]): DemoCase {
  const others = cases.filter(
    ({ agent, place, visit }) =>
      visit && agent === one.agent && place.kind === 'home' && place.name !== one.place.name,
  );
  // Prefers a verification of the same lender, because the sentence of the finding then names the
  // application.
  const earlier = others.find(({ portfolio }) => portfolio === one.portfolio) ?? others[0];
  const [photo] = earlier?.visit?.photos ?? [];
  if (!photo || !one.visit) throw new Error('The demo has no earlier photo of that agent');
  const [, ...own] = one.visit.photos;
  return { ...one, visit: { ...one.visit, photos: [{ ...photo, isFromFiles: true }, ...own] } };
}

function hurry(one: DemoCase): DemoCase {
  if (!one.visit) return one;
  const visit = { ...one.visit, secondsAtDoor: hurriedSeconds };
  const arrived = doorTimes(visit).arrivedAt.getTime();
  const photos = visit.photos.map((photo, index) => ({
    ...photo,
    takenAt: new Date(arrived + (index + 1) * 12_000),
  }));
  return { ...one, visit: { ...visit, photos } };
}
