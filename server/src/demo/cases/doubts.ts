import type { DemoCase } from './cases.ts';
import { turnsOf } from './turns.ts';
import { doorTimes } from './visits.ts';

/** Seconds at the door, for as many photos and questions as a visit takes. */
const hurriedSeconds = 100;
/** A pin code of Nagpur, where none of the demo's visits is. */
const wrongPin = '440010';

/**
 * Three of the newest homes that wait for a decision ask to be looked at twice: one shows a photo of another case, of one the
 * lender's file has a wrong pin code, and at one the agent hardly stopped.
 */
export function raiseDoubts(cases: DemoCase[]): DemoCase[] {
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

/** The first photo is a file that the agent had sent for an earlier case. */
function showPhotoOfAnother(one: DemoCase, cases: DemoCase[]): DemoCase {
  const others = cases.filter(
    ({ agent, place, visit }) =>
      visit && agent === one.agent && place.kind === 'home' && place.name !== one.place.name,
  );
  // Of the same lender where there is one: the sentence names its application then.
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
