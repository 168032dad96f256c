import { calibrationOf, ownCalibration } from '@doorstep/contract/calibration';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/contract/contract-route.ts';
import type { Platform } from '../../platform/platform.ts';
import { notFound } from '../../problems.ts';
import { readCalibration } from './calibration-service.ts';

/** The quality of a person's work, for that person and for super admins. No call compares people. */
export function calibrationRoutes(app: FastifyInstance, { db, provider }: Platform): void {
  const read = async (id: number) => {
    const calibration = await readCalibration(db, id, provider.timeZone);
    if (!calibration) throw notFound('User');
    return calibration;
  };
  mount(app, ownCalibration, ({ user }) => read(user.id));
  mount(app, calibrationOf, ({ params }) => read(params.id));
}
