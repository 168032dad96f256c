import type { Finding } from '@doorstep/contract/evidence/findings';
import type { PracticeAnswer } from '@doorstep/contract/practice';
import type { LooseVerification } from '../../../domain/verifications/loose-verification.ts';
import { drawPhoto } from './practice-pictures.ts';

export interface PracticeCase {
  verification: LooseVerification;
  answer: PracticeAnswer;
  why: string;
}

interface Story {
  applicant: string;
  address: string;
  pin: string;
  found?: string;
  observation?: 'positive' | 'negative';
  outcome?: LooseVerification['outcome'];
  isOffice?: true;
  remark: string;
  neighbour: string;
  findings?: [Finding['check'], Finding['level'], string][];
  pictures?: ('nameplate' | 'door' | 'street' | 'unclear')[];
  plate?: string;
  answer: PracticeAnswer;
  why: string;
}

const at = '2026-03-05T05:30:00.000Z';

const stories: Story[] = [
  {
    ...{ applicant: 'Meera Joshi', address: '14 Temple Road, Pune', pin: '411001' },
    remark: 'Met the applicant at home. Lives there since 2019; showed the electricity bill.',
    neighbour: 'Knows the family well.',
    plate: 'JOSHI',
    answer: 'positive',
    why: 'Name plate, address and both statements agree, and no check found anything.',
  },
  {
    ...{ applicant: 'Kiran Patil', address: '8 Station Road, Thane', pin: '400601' },
    remark: 'Met the applicant at home.',
    neighbour: 'Confirms.',
    plate: 'PATIL',
    findings: [
      [
        'photo.same_file',
        'serious',
        '2 photos of this visit were also sent for another application (another address) on 3 March 2026.',
      ],
    ],
    answer: 'send_back',
    why: 'Photos of another case prove nothing about this one. Send it back, to another agent.',
  },
  {
    ...{ applicant: 'Farhan Shaikh', address: '3 Lake View, Kothrud, Pune 411038', pin: '411083' },
    found: '3 Lake View, Kothrud, Pune 411038',
    remark: 'Met the applicant. The address is as given.',
    neighbour: 'He lives on the second floor.',
    plate: 'SHAIKH',
    findings: [
      [
        'place.district',
        'serious',
        'The phone was in Pune. None of the 25 pin codes near the phone is 411083, the pin code of the file.',
      ],
    ],
    answer: 'positive',
    why: 'The address itself ends with 411038: two digits of the file’s pin code are swapped. At the desk, “Correct pin code” corrects it.',
  },
  {
    ...{ applicant: 'Lata Nair', address: '22 Hill Street, Kochi', pin: '682001' },
    remark: 'Met the applicant.',
    neighbour: 'Confirms.',
    pictures: ['unclear', 'street'],
    answer: 'send_back',
    why: 'The name plate can’t be read, and no photo shows the door. Ask for both again.',
  },
  {
    ...{ applicant: 'Dev Malhotra', address: '5 Mall Road, Delhi', pin: '110006' },
    remark: 'Met the applicant, verified all documents, all found in order and satisfactory.',
    neighbour: 'Satisfactory.',
    plate: 'MALHOTRA',
    findings: [
      [
        'visit.short',
        'serious',
        'The agent was at the door for 40 seconds and answered 26 questions.',
      ],
      ['facts.copied', 'look', 'This agent wrote the same remark in 7 visits within 30 days.'],
    ],
    answer: 'send_back',
    why: 'Nobody answers 26 questions in 40 seconds, and the words are copied. Another agent should go.',
  },
  {
    ...{ applicant: 'Sunil Rao', address: '41 Garden Lane, Bengaluru', pin: '560034' },
    ...{ observation: 'negative', outcome: 'shifted' },
    remark: 'A new tenant opened. The applicant moved out a year ago.',
    neighbour: 'The Raos left last year, nobody knows where to.',
    plate: 'D’SOUZA',
    answer: 'negative',
    why: 'The tenant, the neighbour and the name plate agree that the applicant lives elsewhere.',
  },
  {
    ...{ applicant: 'Pooja Verma', address: '9 Mill Compound, Indore', pin: '452001' },
    ...{ observation: 'negative', outcome: 'no_such_person' },
    remark: 'No Verma in the compound; the caretaker knows all twelve families.',
    neighbour: 'Never heard of her.',
    plate: 'SHARMA',
    answer: 'negative',
    why: 'The caretaker and the neighbour both say that nobody of this name lives there.',
  },
  {
    ...{ applicant: 'Arif Khan', address: '17 Fort Road, Jaipur', pin: '302001' },
    remark: 'Met the applicant in the evening after work.',
    neighbour: 'Comes home late, lives with his parents.',
    plate: 'KHAN',
    findings: [
      [
        'gps.frozen',
        'note',
        'The phone reported exactly the same place 9 times in 20 seconds. Apps that fake a location cause this.',
      ],
    ],
    answer: 'positive',
    why: 'A single note proves nothing: some phones repeat a place while they lie still. All else agrees.',
  },
  {
    ...{ applicant: 'Rekha Pillai', address: 'Unit 6, Sea Tower, Mumbai', pin: '400021' },
    ...{ outcome: 'locked', isOffice: true },
    remark:
      'Office locked. Security says the firm closed in March. Owner confirmed by phone, so positive.',
    neighbour: 'Closed for months.',
    plate: 'TO LET',
    answer: 'negative',
    why: 'The agent’s opinion contradicts what was found. A closed office is negative, whatever the owner says by phone.',
  },
  {
    ...{ applicant: 'Nisha Gupta', address: 'B-204 Green Park Society, Noida', pin: '201301' },
    remark: 'Met the applicant. Same society as my visit to B-203 today.',
    neighbour: 'Lives in B-204.',
    plate: 'B-204 GUPTA',
    findings: [
      [
        'photo.lookalike',
        'look',
        'Photo 2 looks like a photo of another application (B-203 Green Park Society) of the same day.',
      ],
    ],
    answer: 'positive',
    why: 'Doors of one housing society look the same. The name plate shows this flat.',
  },
];

const findingOf = ([check, level, sentence]: NonNullable<Story['findings']>[number]): Finding => ({
  ...{ check, level, sentence, version: 1, measured: {}, photos: [], cases: [], places: [] },
  ...{ times: [], found_at: at, dismissed: null },
});

/**
 * The practice cases. Their IDs are negative and they have no applicant ID, so that no screen requests data
 * about them.
 */
export const cases: PracticeCase[] = stories.map((story, index) => {
  const number = index + 1;
  const visit_type = story.isOffice ? 'OFFICE' : 'RESIDENCE';
  const photos = (story.pictures ?? ['nameplate', 'door', 'street']).map((drawing, nth) =>
    drawPhoto(`practice-${number}-${nth}`, drawing, {
      text: story.plate ?? '',
      shows: drawing === 'unclear' ? 'nameplate' : drawing,
      at,
    }),
  );
  return {
    answer: story.answer,
    why: story.why,
    verification: {
      verification_id: -number,
      ...{
        applicant: story.applicant,
        applicant_ids: `PRACTICE-${number}`,
        agent: 'Made-up agent',
      },
      ...{ portfolio_name: 'Practice', visit_type, admin_decision: 'pending' },
      overall_observation: story.observation ?? 'positive',
      outcome: story.outcome ?? 'met',
      ...{ submitted_at: at, visited_at: at, latitude: null, longitude: null },
      ...{ remark: story.remark, verification_address: story.found ?? story.address },
      ...{
        neighbour1_name: 'Neighbour',
        neighbour1_address: '',
        neighbour1_feedback: story.neighbour,
      },
      ...{ photos, image_urls: photos.map(({ url }) => url), image_count: photos.length },
      application_details: {
        ...{ address: story.address, pin_code: story.pin, applicant_type: 'Applicant' },
        ...{ name: story.applicant, visit_type, product_type: '' },
        portfolio_name: 'Practice',
      } as LooseVerification['application_details'],
      evidence: { checked_at: at, findings: (story.findings ?? []).map(findingOf) },
    },
  };
});
