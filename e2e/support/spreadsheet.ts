import { writeXlsx } from 'hucre/xlsx';

/** Returns a spreadsheet with new applicants of one portfolio. */
export async function spreadsheet(portfolio: string, count: number): Promise<File> {
  const first = ['application_id', 'applicant_name', 'portfolio_name', 'visit_type'];
  const header = [...first, 'mobile_number', 'pin_code', 'address'];
  const rows = Array.from({ length: count }, (_, index) => [
    ...[`${portfolio}-${index}`, `Applicant ${index}`, portfolio, 'RESIDENCE'],
    ...['9820098200', '400001', `${index} Station Road`],
  ]);
  const bytes = await writeXlsx({ sheets: [{ name: 'Applicants', rows: [header, ...rows] }] });
  return new File([new Uint8Array(bytes)], `${portfolio}.xlsx`);
}
