import { byPlan, isStopOfToday, type PlannedTask, plannedAt, sectionOf } from './plan.ts';
import { findShortWay, mostStops, type Point } from './route.ts';

/**
 * Sorts by section, by the hour of {@link plannedAt}, and by nearness on a way from the last visit. Nearness
 * counts only for the first 25 stops of the day with a known area. In each hour, the other tasks come last.
 */
export function suggestOrder(
  tasks: readonly PlannedTask[],
  now: Date,
  lastVisit: Point | null,
): PlannedTask[] {
  const planned = tasks.toSorted((a, b) => byPlan(a, b, now));
  const sorted = new Set(
    planned.filter((task) => isStopOfToday(task, now) && task.usual_area).slice(0, mostStops),
  );
  let from = lastVisit;
  return groupByHour(planned, now).flatMap((group) => {
    const near = group.filter((task) => sorted.has(task));
    const points = near.flatMap(({ usual_area }) => usual_area ?? []);
    const stops = findShortWay(points, from).flatMap((at) => near[at] ?? []);
    from = stops.at(-1)?.usual_area ?? from;
    return [...stops, ...group.filter((task) => !sorted.has(task))];
  });
}

/**
 * Splits tasks by section and by the hour of {@link plannedAt}. `planned` must be sorted by {@link byPlan},
 * so that earlier hours come first in their section.
 */
function groupByHour(planned: readonly PlannedTask[], now: Date): PlannedTask[][] {
  const groups = new Map<string, PlannedTask[]>();
  for (const task of planned) {
    const at = plannedAt(task, now);
    const name = `${sectionOf(task, now)} ${at === null ? '' : new Date(at).setMinutes(0, 0, 0)}`;
    groups.set(name, [...(groups.get(name) ?? []), task]);
  }
  return [...groups.values()];
}
