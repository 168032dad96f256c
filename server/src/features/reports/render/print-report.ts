import {
  type PrintedSection,
  printedDate,
  printedSections,
} from '@doorstep/contract/reports/definition';
import { digipinOf } from '@doorstep/contract/visits/digipin';
import { photoSubjectLabels } from '@doorstep/contract/visits/manifest';
import { distanceBetween, formatDistance } from '../../../domain/distance.ts';
import type { ReportDocument, ReportPhoto } from '../../../platform/reports.ts';
import { type PrintedCheck, printCheck } from './authenticity.ts';
import { layOutPhotos, type PhotoRow } from './photo-layout.ts';

/** The template's input, word for word. The template decides only the layout. */
export interface PrintedReport {
  title: string;
  agency: { name: string; address: string; logo: boolean };
  decision: { kind: ReportDocument['decision']; word: string };
  /** What the agent found if no person was met; else empty. */
  outcome: string;
  subtitle: string;
  band: { label: string; value: string }[];
  /** Where and by whom the visit was submitted; empty when no verification stands behind the report. */
  origin: { label: string; value: string }[];
  sections: PrintedSection[];
  /** The place from which the photos' distances are measured. */
  location: string;
  photos: { shown: boolean; shows: string; caption: string[]; alt: string }[];
  photoRows: PhotoRow[];
  signatures: { name: string; role: string }[];
  footer: string;
  check: PrintedCheck;
}

const titles = {
  residence: 'Residence Verification Report',
  office: 'Office Verification Report',
} as const;
const words = { pending: 'Pending', positive: 'Positive', negative: 'Negative' } as const;
/** The fields that name who signs. */
const signers = {
  residence: { executive: 'feName', manager: 'agencyManagerSignature' },
  office: { executive: 'verifier_name', manager: 'manager_signature' },
} as const;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Turns a report's data into the words to print. */
export function printReport(document: ReportDocument): PrintedReport {
  const { form, values, verification, decision } = document;
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
    title: titles[form.template],
    agency: {
      name: document.agency.name,
      address: document.agency.address?.trim() ?? '',
      logo: document.agency.logo !== undefined,
    },
    decision: { kind: decision, word: words[decision] },
    outcome: verification?.outcome ?? '',
    subtitle: [verification?.portfolioName, verification?.visitType].filter(Boolean).join(' · '),
    band: [
      { label: 'Applicant', value: shorten(value(form.applicant), 90) || '-' },
      { label: 'Application ref', value: shorten(reference, 40) || '-' },
      { label: 'Visit', value: shorten(visited, 40) || '-' },
      // The agency's own word may differ from the stored decision; each is then named for what it is.
      formDecision
        ? { label: 'Agency decision', value: shorten(formDecision, 20) }
        : { label: 'Decision', value: words[decision] },
    ],
    origin: verification
      ? [
          { label: 'Verification', value: String(verification.id) },
          { label: 'Field executive', value: verification.agentName || '-' },
          { label: 'Submitted', value: moment(verification.submittedAt) || 'time not recorded' },
          { label: 'Location', value: placeWithDigipin(verification) },
        ]
      : [],
    sections: printedSections(form, values),
    location: [described.together, describeLocation(verification), describeChecked(verification)]
      .filter(Boolean)
      .join(' · '),
    photos: document.photos.map((photo, index) => ({
      shows: described.each[index] || subjectOf(photo),
      ...printPhoto(photo, { number: index + 1, moment, visit: verification }),
    })),
    photoRows: layOutPhotos(document.photos),
    signatures: [
      {
        name: shorten(value(signer.executive) || verification?.agentName || '', 80),
        role: 'Field executive',
      },
      { name: shorten(value(signer.manager), 80), role: 'Agency manager' },
    ],
    footer: `Generated ${moment(document.generatedAt)} (${document.timeZone}) · version ${document.version}`,
    check: printCheck(document),
  };
}

/** The captions of the photos: one part of the description each if it has as many parts between semicolons, else the whole. */
function describePhotos(text: string, count: number): { together: string; each: string[] } {
  const parts = text.split(/[;\n]/).map((part) => part.trim());
  const isEach = count > 1 && parts.length === count;
  return isEach ? { together: '', each: parts } : { together: text, each: [] };
}

const subjects: Partial<Record<string, string>> = { ...photoSubjectLabels, other: '' };

/** The subject of a photo, as the agents' app asked for it; '' if unknown or without a name. */
const subjectOf = (photo: ReportPhoto | null) => subjects[photo?.shows ?? ''] ?? '';

interface Place {
  latitude: number | null;
  longitude: number | null;
}

function describeLocation(visit: Place | null): string {
  const at = visit && place(visit);
  return at
    ? `The visit was submitted at ${at}. Distances are from there to where each photo says it was taken.`
    : 'The place where the visit was submitted was not recorded.';
}

const describeChecked = (verification: ReportDocument['verification']) =>
  verification?.checked ? `Checked: ${verification.checked.join(', ')}.` : '';

function printPhoto(
  photo: ReportPhoto | null,
  {
    number,
    moment,
    visit,
  }: { number: number; moment: (at: string) => string; visit: Place | null },
) {
  if (!photo) return { shown: false, caption: ['not available'], alt: `Photo ${number}` };
  const taken = photo.takenAt === null ? '' : moment(photo.takenAt);
  const metres = visit && distanceBetween(visit, photo);
  const caption = [
    taken || 'time not recorded',
    place(photo) ?? 'place not recorded',
    ...(typeof metres === 'number' ? [`${formatDistance(metres)} away`] : []),
  ];
  return { shown: true, caption, alt: `Photo ${number} of the visit, ${caption.join(', ')}` };
}

/** The beginning of a text for the places that hold one or two lines; the sections print it whole. */
function shorten(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ');
  const characters = Array.from(segmenter.segment(line), ({ segment }) => segment);
  return characters.length <= length ? line : `${characters.slice(0, length - 1).join('')}…`;
}

function place({ latitude, longitude }: Place) {
  if (latitude === null || longitude === null) return undefined;
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}

function placeWithDigipin(visit: Place): string {
  const at = place(visit);
  const digipin = digipinOf(visit.latitude ?? Number.NaN, visit.longitude ?? Number.NaN);
  return [at ?? 'place not recorded', ...(digipin ? [`DIGIPIN ${digipin}`] : [])].join(' · ');
}

/** Moments as 'Mar 5, 2024, 10:30 AM' in one time zone; '' for what is no moment. */
function momentFormat(timeZone: string): (at: string) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  });
  return (at) => {
    const date = new Date(at);
    // Newer ICU data puts a narrow no-break space before AM; a plain one is found by a search.
    return Number.isNaN(date.getTime()) ? '' : format.format(date).replaceAll('\u202f', ' ');
  };
}
