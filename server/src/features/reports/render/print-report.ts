import { printedDate, printedSections } from '@doorstep/contract/reports/definition';
import type { ReportDocument } from '../../../platform/reports.ts';
import { arrangeSections } from './arrange-sections.ts';
import { printCheck } from './authenticity.ts';
import { layOutPhotos, layOutSixAPage } from './photo-layout.ts';
import { describeLocation, describePhotos, placeWithDigipin, printPhoto } from './print-photos.ts';

/** The input of the Typst template. The template only lays out these texts. */
export type PrintedReport = ReturnType<typeof printReport>;

const titles = {
  residence: 'Residence Verification Report',
  office: 'Office Verification Report',
} as const;
const words = { pending: 'Pending', positive: 'Positive', negative: 'Negative' } as const;
/** The form fields with the names of the people who sign the report. */
const signers = {
  residence: { executive: 'feName', manager: 'agencyManagerSignature' },
  office: { executive: 'verifier_name', manager: 'manager_signature' },
} as const;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function printReport(document: ReportDocument) {
  const { form, values, verification, decision, layout } = document;
  const { forms = {}, wording = {}, footer = [] } = layout ?? {};
  const sixAPage = layout?.photos === 'six_a_page';
  const word = wording[decision] ?? words[decision];
  const value = (name: string | undefined) => {
    const held = name === undefined ? undefined : values[name];
    return typeof held === 'string' ? held.trim() : '';
  };
  const moment = momentFormat(document.timeZone);
  const dateField = form.sections.flatMap((s) => s.fields).find((f) => f.kind === 'date');
  const visited =
    printedDate(value(dateField?.name)) || (verification ? moment(verification.submittedAt) : '');
  const reference = value(form.reference) || verification?.applicationId || '';
  const described = describePhotos(value('photographs_description'), document.photos.length);
  const formDecision = value(form.decision);
  const signer = signers[form.template];
  return {
    title: forms[form.template]?.title ?? titles[form.template],
    agency: {
      name: document.agency.name,
      address: document.agency.address?.trim() ?? '',
      logo: document.agency.logo !== undefined,
    },
    /** Whether the lender's logo is printed next to the agency's name. */
    lenderLogo: layout?.logo !== undefined,
    wording: {
      decision: wording.decision ?? 'Admin decision',
      photos: wording.photos ?? 'Photo sheet',
      notice: wording.notice ?? 'Confidential · for the lender’s use only',
    },
    decision: { kind: decision, word },
    /** The outcome if no person was met; otherwise empty. */
    outcome: verification?.outcome ?? '',
    subtitle: [verification?.portfolioName, verification?.visitType].filter(Boolean).join(' · '),
    band: [
      { label: 'Applicant', value: shorten(value(form.applicant), 90) || '-' },
      { label: 'Application ref', value: shorten(reference, 40) || '-' },
      { label: 'Visit', value: shorten(visited, 40) || '-' },
      // The decision in the form may differ from the stored decision, so the two have different labels.
      formDecision
        ? { label: 'Agency decision', value: shorten(formDecision, 20) }
        : { label: 'Decision', value: word },
    ],
    /** The id, agent, time and place of the verification. Empty for a report without a verification. */
    origin: verification
      ? [
          { label: 'Verification', value: String(verification.id) },
          { label: 'Field executive', value: verification.agentName || '-' },
          { label: 'Submitted', value: moment(verification.submittedAt) || 'time not recorded' },
          { label: 'Location', value: placeWithDigipin(verification) },
        ]
      : [],
    sections: arrangeSections(printedSections(form, values), forms[form.template]),
    location: [described.together, describeLocation(verification), describeChecked(verification)]
      .filter(Boolean)
      .join(' · '),
    photos: document.photos.map((photo, index) =>
      printPhoto(photo, {
        ...{ number: index + 1, description: described.each[index] },
        ...{ moment, visit: verification },
      }),
    ),
    photoRows: (sixAPage ? layOutSixAPage : layOutPhotos)(document.photos),
    /** Whether the photos begin on a new page. */
    sixAPage,
    signature: printSignature(document, moment),
    signatures: [
      {
        name: shorten(value(signer.executive) || verification?.agentName || '', 80),
        role: wording.executive ?? 'Field executive',
      },
      { name: shorten(value(signer.manager), 80), role: wording.manager ?? 'Agency manager' },
    ],
    /** The lines at the foot of each page between the code and the notice. */
    footer: [
      ...footer,
      ...printTimes(document.times, moment),
      `Generated ${moment(document.generatedAt)} (${document.timeZone}) · version ${document.version}`,
    ],
    check: printCheck(document),
  };
}

function printTimes(times: ReportDocument['times'], moment: (at: string) => string): string[] {
  if (!times) return [];
  const { receivedAt, dueAt, decidedAt, isInTime } = times;
  const verdict = isInTime ? 'in time' : 'late';
  return [
    `Received ${moment(receivedAt)} · due ${moment(dueAt)} · ${decidedAt ? `decided ${moment(decidedAt)} (${verdict})` : 'not decided yet'}`,
  ];
}

/** The name by which a layout hides or relabels the signature of the person met. */
export const signatureField = 'signature';

function printSignature(
  { signature, form, layout }: ReportDocument,
  moment: (at: string) => string,
) {
  const { hidden = [], labels = {} } = layout?.forms[form.template] ?? {};
  if (!signature || hidden.includes(signatureField)) return null;
  const { answer, at, words, jpeg } = signature;
  const isSigned = answer === 'signed';
  const by = signature.by || 'The person met';
  return {
    title: labels[signatureField] ?? 'Signature of the person met',
    line: isSigned ? by : `${by}: did not want to sign`,
    at: moment(at),
    words: isSigned ? words : '',
    ...{ shown: jpeg !== null, isSigned, alt: `Signature of ${by}` },
  };
}

const describeChecked = (verification: ReportDocument['verification']) =>
  [
    verification?.checked ? `Checked: ${verification.checked.join(', ')}.` : '',
    verification?.reviewedByTwo ? 'Reviewed by two people.' : '',
  ]
    .join(' ')
    .trim();

/** Shortens a text for a place of one or two lines. The sections print the complete text. */
function shorten(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ');
  const characters = Array.from(segmenter.segment(line), ({ segment }) => segment);
  return characters.length <= length ? line : `${characters.slice(0, length - 1).join('')}…`;
}

/**
 * Returns a function that formats a time like 'Mar 5, 2024, 10:30 AM' in a time zone. The function returns
 * '' for an invalid time.
 */
function momentFormat(timeZone: string): (at: string) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  });
  return (at) => {
    const date = new Date(at);
    // Newer ICU data puts a narrow no-break space before AM, which a search for a space doesn't find.
    return Number.isNaN(date.getTime()) ? '' : format.format(date).replaceAll('\u202f', ' ');
  };
}
