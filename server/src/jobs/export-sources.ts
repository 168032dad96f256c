import { listApplicants } from '@doorstep/contract/applicants';
import type { ExportList } from '@doorstep/contract/exports';
import { listVerifications } from '@doorstep/contract/verifications';
import {
  applicantExportColumns,
  readApplicantExport,
} from '../features/applicants/applicant-export-store.ts';
import { findApplicantIds } from '../features/applicants/applicant-list-store.ts';
import type { ExportSource } from '../features/exports/make-exports.ts';
import {
  readVerificationExport,
  verificationExportColumns,
} from '../features/verifications/verification-export-store.ts';
import { findVerificationIds } from '../features/verifications/verification-filter-store.ts';
import type { Platform } from '../platform/platform.ts';

export function exportSources({
  db,
  provider: { timeZone, shortName },
}: Platform): Record<ExportList, ExportSource> {
  const named = (withReport: boolean) => (withReport ? shortName : undefined);
  return {
    applicants: {
      columns: () => applicantExportColumns,
      findIds: async (query, most) =>
        (await findApplicantIds(db, listApplicants.query.parse(query), most, timeZone)).ids,
      readRows: (ids) => readApplicantExport(db, ids, timeZone),
    },
    verifications: {
      columns: (withReport) => verificationExportColumns(named(withReport)),
      findIds: async (query, most) =>
        (await findVerificationIds(db, listVerifications.query.parse(query), most, timeZone)).ids,
      readRows: (ids, withReport) => readVerificationExport(db, ids, timeZone, named(withReport)),
    },
  };
}
