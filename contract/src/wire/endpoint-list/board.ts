import { getBoard } from '../../board.ts';
import type { EndpointRow } from '../endpoint-row.ts';

export const boardEndpoints = {
  getBoard: { endpoint: getBoard, noun: 'Board', title: 'Show the state of all open work' },
} as const satisfies Record<string, EndpointRow>;
