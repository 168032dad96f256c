import { calibrationOf, ownCalibration } from '@doorstep/contract/calibration';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/contract/contract-route.ts';
import type { Platform } from '../../platform/platform.ts';
import { orNotFound } from '../../problems.ts';
import { readCalibration } from './calibration-service.ts';

/**
 * Routes for figures on the quality of a user's work. Only this user and super admins can read the figures.
 * No route compares users with each other.
 */
export function calibrationRoutes(app: FastifyInstance, { db, provider }: Platform): void {
  const read = async (id: number) =>
    orNotFound(await readCalibration(db, id, provider.timeZone), 'User');
  mount(app, ownCalibration, ({ user }) => read(user.id));
  mount(app, calibrationOf, ({ params }) => read(params.id));
}
