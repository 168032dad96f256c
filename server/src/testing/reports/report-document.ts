import { defaultValues } from '@doorstep/contract/reports/definition';
import { residenceForm } from '@doorstep/contract/reports/residence';
import sharp from 'sharp';
import type { ReportDocument, ReportPhoto } from '../../platform/reports.ts';

export function reportDocument(changes: Partial<ReportDocument> = {}): ReportDocument {
  const form = residenceForm('Doorstep');
  return {
    form,
    values: {
      ...defaultValues(form),
      applicationRefNo: 'HL/2026/003187',
      applicantName: 'Ramesh Kumar',
      dateTimeOfVisit: '14-03-2026',
      feName: 'Anjali Deshpande',
      photographs_taken: 0,
    },
    agency: { name: 'Sahyadri Verification Services', address: 'Lower Parel, Mumbai 400013' },
    decision: 'positive',
    verification: {
      id: 4821,
      applicationId: 'HL/2026/003187',
      visitType: 'RESIDENCE VISIT',
      portfolioName: 'Home Loan West',
      submittedAt: '2026-03-14T06:12:00Z',
      agentName: 'Anjali Deshpande',
      latitude: 19.07283,
      longitude: 72.88261,
    },
    photos: [],
    generatedAt: '2026-03-15T04:30:00Z',
    version: 3,
    timeZone: 'Asia/Kolkata',
    code: 'K7QM-2XWD-9FTA',
    verifyAt: 'https://reports.example.test/verify',
    signedBy: null,
    ...changes,
  };
}

export async function reportPhoto(changes: Partial<ReportPhoto> = {}): Promise<ReportPhoto> {
  const create = { width: 1000, height: 750, channels: 3, background: '#7fa08f' } as const;
  return {
    jpeg: await sharp({ create }).jpeg({ quality: 70 }).toBuffer(),
    width: 1000,
    height: 750,
    takenAt: '2026-03-14T11:20:00+05:30',
    latitude: 19.07283,
    longitude: 72.88261,
    ...changes,
  };
}
