import type { CheckedVerification } from './checked-verification.ts';
import { sharedPhone } from './checks/device/shared.ts';
import { unknownPhone } from './checks/device/unknown.ts';
import { imported } from './checks/photo/imported.ts';
import { lookalike } from './checks/photo/lookalike.ts';
import { sameFile } from './checks/photo/same-file.ts';
import { district } from './checks/place/district.ts';
import { frozen } from './checks/place/frozen.ts';
import { jumps } from './checks/place/jumps.ts';
import { oneDesk } from './checks/place/one-desk.ts';
import { photosApart } from './checks/place/photos-apart.ts';
import { unusual } from './checks/place/unusual.ts';
import { beforeTask } from './checks/time/before-task.ts';
import { order } from './checks/time/order.ts';
import { copied } from './checks/visit/copied.ts';
import { denied } from './checks/visit/denied.ts';
import { dense } from './checks/visit/dense.ts';
import { short } from './checks/visit/short.ts';
import { speed } from './checks/visit/speed.ts';
import type { Check, Finding } from './finding.ts';
import type { Thresholds } from './thresholds.ts';

/** The checks in the order of the contract. */
export const checks: readonly Check[] = [
  ...[sameFile, lookalike, imported],
  ...[district, unusual, oneDesk, photosApart, frozen, jumps],
  ...[speed, dense, short],
  ...[beforeTask, order],
  ...[copied, unknownPhone, sharedPhone, denied],
];

export const runChecks = (one: CheckedVerification, thresholds: Thresholds): Finding[] =>
  checks.flatMap(({ id, version, find }) => {
    const found = find(one, thresholds);
    return found ? [{ check: id, version, ...found }] : [];
  });
