import { ownCalibration } from '@doorstep/contract/calibration';
import { call } from '../session/api.ts';
import { useFromOffice } from './from-office.ts';

const fetchOwnQuality = (token: string) => call(ownCalibration, { token });

export const useOwnQuality = () => useFromOffice(fetchOwnQuality);
