import { serverLimits } from '../../limits.ts';

/**
 * The database connections that all processes of one server share. With many processes the total is higher,
 * because each process needs at least four.
 */
const total = 36;

export function connectionsPerProcess(processes: number): number {
  return Math.max(4, Math.min(serverLimits.databaseConnections, Math.floor(total / processes)));
}

/**
 * Returns how many connections the embedded database must allow. Each process has its connections and one in
 * reserve. Startup and commands need some too.
 */
export function connectionsInAll(processes: number): number {
  return Math.max(50, processes * (connectionsPerProcess(processes) + 1) + 20);
}
