import { serverLimits } from '../../limits.ts';

/** Connections to the database that all processes of one server share, as far as each has enough for itself. */
const total = 36;

/** How many connections each of so many processes may open. */
export function connectionsOf(processes: number): number {
  return Math.max(4, Math.min(serverLimits.databaseConnections, Math.floor(total / processes)));
}

/** How many connections the embedded database must allow: those, one to listen each, and what is done once. */
export function connectionsOfAll(processes: number): number {
  return Math.max(50, processes * (connectionsOf(processes) + 1) + 20);
}
