import { serverLimits } from '../../limits.ts';

/**
 * The number of database connections that is divided among the processes of one server. With many processes
 * the total is higher, because each process needs at least four.
 */
const total = 36;

export function connectionsPerProcess(processes: number): number {
  return Math.max(4, Math.min(serverLimits.databaseConnections, Math.floor(total / processes)));
}

/**
 * Returns how many connections the embedded database must allow. Startup, periodic work and commands need 20
 * in addition to those of the processes.
 */
export function connectionsInAll(processes: number): number {
  return Math.max(50, processes * connectionsPerProcess(processes) + 20);
}
