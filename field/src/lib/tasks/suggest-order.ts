import { byPlan, isStopOfToday, type PlannedTask, plannedAt, sectionOf } from './plan.ts';
import { findShortWay, mostStops, type Point } from './route.ts';

/**
 * Sorts by section, by the hour of {@link plannedAt}, and by nearness. Only the stops of the day are sorted
 * by nearness, at most 25 with a known area. The way begins at the last visit.
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
    const way = findShortWay(points, from);
    from = points[way.at(-1) ?? -1] ?? from;
    return [...way.flatMap((at) => near[at] ?? []), ...group.filter((task) => !sorted.has(task))];
  });
}

/**
 * Splits tasks by section and by the hour of {@link plannedAt}. So in a section, no task comes after a task
 * of a later hour. `planned` must be sorted by {@link byPlan}.
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
