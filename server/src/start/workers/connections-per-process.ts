import { serverLimits } from '../../limits.ts';

/** Connections to the database that all processes of one server share, unless that leaves too few for each. */
const total = 36;

/** Returns how many connections each process may open. */
export function connectionsPerProcess(processes: number): number {
  return Math.max(4, Math.min(serverLimits.databaseConnections, Math.floor(total / processes)));
}

/**
 * Returns how many connections the embedded database must allow: those of all processes, one each for
 * notifications, and those of startup and commands.
 */
export function connectionsInAll(processes: number): number {
  return Math.max(50, processes * (connectionsPerProcess(processes) + 1) + 20);
}
