import { readFile } from 'node:fs/promises';
import { defaultValues, textFields } from '@doorstep/contract/reports/definition';
import { officeForm } from '@doorstep/contract/reports/office';
import { residenceForm } from '@doorstep/contract/reports/residence';
import sharp from 'sharp';
import type { ReportDocument, ReportPhoto } from '../../platform/reports.ts';
import { photoForReport } from '../../storage/photos/prepare-photo.ts';
import { reportDocument } from './report-document.ts';

const residence = {
  ...{ applicationRefNo: 'HL/2026/003187', agencyName: 'Sahyadri Verification Services' },
  ...{ portfolio_name: 'Home Loan West', applicantName: 'Ramesh Kumar Kshatriya' },
  coApp: 'Sunita Kshatriya',
  residenceAddress: 'Flat 12, Shanti Niwas, 4th Cross Lane, Lower Parel, Mumbai 400013',
  ...{ addressConfirmed: 'Yes', landmarkObserved: 'Opposite the post office' },
  ...{ dateTimeOfVisit: '14-03-2026', personContacted: 'FEMALE', relationWithApp: 'Wife' },
  ...{ residencePhoneMobile: '9820098200', yrsLivedAtCurrentAddress: '11' },
  ...{ residentialStatus: 'Owned', educationalQualification: 'B.Com.', maritalStatus: 'Married' },
  ...{ totalFamilyMember: '5', totalDependents: '3', vehicleOwnership: 'Two-wheeler' },
  ...{ typeOfResidence: 'Flat', localityOfResidence: 'MIDDLE CLASS' },
  ...{ easeOfLocatingAddress: 'EASY', constructionOfResidence: 'PUCCA' },
  ...{ commentsOnExteriors: 'GOOD', carpetAreaSqFt: '640' },
  interiorConditions: 'Painted, well kept',
  assetsSeenAtResidence: 'Television, refrigerator, washing machine, two-wheeler',
  ...{ residenceProofConfirmed: 'Electricity bill', neighbourName: 'Sushila Devi' },
  neighbourAddress: 'Flat 11, Shanti Niwas',
  neighbourRemark: 'Knows the family well; they have lived here for more than ten years.',
  ...{ companyName: 'Western Textiles Pvt Ltd', designation: 'Accounts officer' },
  ...{ bankDetails: 'Saraswat Bank, Lower Parel', ownershipStatus: 'OWNED' },
  ...{ residenceStatus: 'POSITIVE', agencyDecision: 'POSITIVE' },
  verifierRemarks:
    'The applicant’s wife was met at the given address and confirmed all details. The nameplate shows the applicant’s name. Two neighbours confirmed the stay.\nThe society’s register was seen.',
  ...{ remarks: 'No negative finding.', confirmationOfResidence: 'Confirmed', recommended: 'Y' },
  ...{ notRecommended: 'N', feName: 'Anjali Deshpande' },
  supervisorsRemarks: 'Checked with the photographs and found in order.',
  ...{ agencyManagerSignature: 'Meera Nair', photographs_taken: 8 },
};

const fixtures = new URL('../../../fixtures/photos/', import.meta.url);
const visit = { latitude: 19.07283, longitude: 72.88261 };

async function casePhotos(count: number): Promise<ReportPhoto[]> {
  const names = ['house.jpg', 'nameplate.jpg', 'living-room.jpg', 'gate.jpg', 'office.webp'];
  const pictures = await Promise.all(
    names.map(async (name) => {
      const jpeg = await photoForReport(await readFile(new URL(name, fixtures)));
      const { width, height } = await sharp(jpeg).metadata();
      return { jpeg, width, height };
    }),
  );
  return Array.from({ length: count }, (_, index) => ({
    ...(pictures[index % pictures.length] ?? { jpeg: Buffer.alloc(0), width: 0, height: 0 }),
    takenAt: `2026-03-14T11:${20 + index}:00+05:30`,
    latitude: visit.latitude + index * 0.0002,
    longitude: visit.longitude,
  }));
}

async function cut(photo: ReportPhoto, width: number, height: number): Promise<ReportPhoto> {
  const jpeg = await sharp(photo.jpeg).resize(width, height, { fit: 'cover' }).jpeg().toBuffer();
  return { ...photo, jpeg, width, height };
}

async function drawLogo() {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300" viewBox="0 0 30 30"><rect width="30" height="30" rx="6" fill="#123b3a"/><path d="M5 23 12 9l4 7 3-5 6 12z" fill="#e3a32b"/></svg>';
  // The server blocks the SVG loader, because no photo is an SVG. Unblocks it only to draw the logo.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  sharp.block({ operation: ['VipsForeignLoadSvg'] });
  return { png, width: 300, height: 300 };
}

const residenceCase = (values: object, more: Partial<ReportDocument> = {}) =>
  reportDocument({ values: { ...defaultValues(residenceForm('Doorstep')), ...values }, ...more });

const sixScripts = 'रमेश क्षत्रिय · தமிழ்ச்செல்வி · বিশ্বজিৎ শ্রী · శ్రీనివాసరావు · മേനോൻ കൊച്ചി · رخسانہ بیگم';

export async function reportCases(): Promise<Record<string, ReportDocument>> {
  const photos = await casePhotos(12);
  const [first, second, third] = photos as [ReportPhoto, ReportPhoto, ReportPhoto];
  const office = officeForm('Doorstep');
  const { verification } = reportDocument();
  const locked = verification && { ...verification, outcome: 'Door locked, 2nd attempt' };
  const sentence = 'The applicant was met at the given address and showed all papers. ';
  return {
    residence: residenceCase(residence, {
      agency: {
        name: 'Sahyadri Verification Services',
        address: '3rd Floor, Dinshaw House, Lower Parel, Mumbai 400013 · 022 4000 1234',
        logo: await drawLogo(),
      },
      photos: photos.slice(0, 8),
      signedBy: 'Sahyadri Verification Services Pvt Ltd',
      times: {
        receivedAt: '2026-03-13T04:40:00Z',
        dueAt: '2026-03-14T12:30:00Z',
        decidedAt: '2026-03-14T09:05:00Z',
        isInTime: true,
      },
    }),
    office: reportDocument({
      form: office,
      values: {
        ...defaultValues(office),
        ...Object.fromEntries(textFields(office).map(({ name, label }) => [name, label])),
        application_ref_no: 'BL/2026/000417',
        applicant_name: 'Farida Contractor',
        visit_date: '14-03-2026',
        entry_permitted: 'No',
        verifier_remarks: 'The premises were locked, and the neighbours do not know the business.',
        verifier_name: 'Anjali Deshpande',
        manager_signature: 'Meera Nair',
        photographs_taken: 3,
      },
      decision: 'negative',
      verification: locked,
      photos: photos.slice(0, 3),
    }),
    'six-scripts': residenceCase(
      {
        ...residence,
        applicantName: sixScripts,
        coApp: 'ਗੁਰਪ੍ਰੀਤ ਕੌਰ · ગુજરાતી ક્ષિતિજ · ಕೃಷ್ಣಮೂರ್ತಿ · ଶ୍ରୀକାନ୍ତ',
        photographs_taken: 0,
      },
      { decision: 'pending', code: '3VXN-8KQT-R0WM' },
    ),
    long: residenceCase({
      ...residence,
      residenceAddress: 'Nilgiri'.repeat(43),
      verifierRemarks: sentence.repeat(76).slice(0, 4000),
      photographs_taken: 0,
    }),
    'twelve-photos': residenceCase(
      { ...residence, photographs_taken: 12 },
      {
        photos: [
          await cut(first, 500, 1000),
          await cut(second, 1000, 220),
          null,
          { ...third, takenAt: null, latitude: null, longitude: null },
          ...photos.slice(4),
        ],
      },
    ),
    bare: residenceCase(
      {
        applicantName: 'Emoji 🏠👨‍👩‍👧, 漢字, controls \u0000\u001b and \u202eturned',
        remarks: '🙂 fine',
      },
      { decision: 'pending', verification: null, verifyAt: null },
    ),
  };
}
