import { type ReportForm, withOtherFields } from '@doorstep/contract/reports/definition';
import { fillIn, prefill } from '@doorstep/contract/reports/prefill';
import type { SavedForm } from '@doorstep/contract/reports/versions';
import { texts } from '@doorstep/contract/texts';
import { useDeferredValue, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../lib/api/api-error.ts';
import { config } from '../../../lib/config.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { AlertDialog } from '../../../ui/dialog/AlertDialog.tsx';
import { Modal, ModalFooter } from '../../../ui/dialog/Modal.tsx';
import { PhotoGallery } from '../PhotoGallery.tsx';
import { type LooseVerification, photoKey, photosOf, type ShownPhoto } from '../photos.ts';
import { EmptyFields } from './EmptyFields.tsx';
import { FormOrigin } from './FormOrigin.tsx';
import { ReportField, type ReportFormValues } from './ReportField.tsx';
import { SectionIndex } from './SectionIndex.tsx';
import { useGenerateReport } from './use-generate-report.ts';
import { useReportDraft } from './use-report-draft.ts';

interface ReportFormEditorProps {
  id: string;
  form: ReportForm;
  verification: LooseVerification;
  /** What a person saved last. */
  saved: SavedForm | null;
  onClose: () => void;
}

/**
 * A whole report form: as a person last saved it, else filled in from the visit's facts, with a draft kept in the browser
 * until its PDF is downloaded.
 */
export function ReportFormEditor({
  id,
  form: own,
  verification,
  saved: latest,
  onClose,
}: ReportFormEditorProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const photos = photosOf(verification);
  // What a colleague saves meanwhile must not change the form under the hands.
  const [saved] = useState(latest);
  const [form] = useState(() => withOtherFields(own, editable(saved?.form)));
  const [facts] = useState(() => prefill(form, verification, config().timeZone));
  const [opened] = useState(() => ({
    values: saved ? fillIn(facts, saved.form) : facts,
    removed: saved && form.removableImages ? leftOut(photos, saved) : [],
  }));
  const draft = useReportDraft(id, form.template, saved?.saved_at);
  const editor = useForm<ReportFormValues>({
    defaultValues: { ...opened.values, ...draft.restored?.values },
  });
  const { register, getValues, reset } = editor;
  const [removed, setRemoved] = useState(draft.restored?.removed ?? opened.removed);
  const [isFromFacts, setFromFacts] = useState(false);
  const kept = photos.filter((photo) => !removed.includes(photoKey(photo.url)));
  const finish = () => {
    draft.discard();
    onClose();
  };
  const report = useGenerateReport({ id, form, onDone: finish });

  /** A draft holds what differs from the form as it opened, so that the rest follows what is saved and decided. */
  const changes = () => changedIn(getValues(), opened.values);
  const leaveOut = (keys: string[]) => {
    setRemoved(keys);
    draft.keep({ values: changes(), removed: keys });
  };
  // The button that was pressed goes with what it did.
  const focusFirst = () => editor.setFocus(form.sections[0]?.fields[0]?.name ?? '');
  const startOver = () => {
    focusFirst();
    draft.discard();
    reset(opened.values);
    setRemoved(opened.removed);
    setFromFacts(false);
  };
  const startFromFacts = () => {
    focusFirst();
    draft.discard();
    reset(facts);
    setRemoved([]);
    setFromFacts(true);
    draft.keep({ values: changedIn(facts, opened.values), removed: [] });
  };

  // What is in sight is there first; the rest of the fields follow without holding up a key.
  const sections = useDeferredValue(form.sections, form.sections.slice(0, 2));

  const images = (
    <div className="space-y-2">
      <p className="flex flex-wrap items-center gap-x-3 text-sm">
        <span role="status" className="font-semibold">
          {kept.length} {kept.length === 1 ? 'image' : 'images'}
        </span>
        {removed.length > 0 && (
          <Button size="sm" variant="quiet" onClick={() => leaveOut([])}>
            Put back {photos.length - kept.length} removed
          </Button>
        )}
      </p>
      <PhotoGallery
        photos={kept}
        onRemove={
          form.removableImages ? (photo) => leaveOut([...removed, photoKey(photo.url)]) : undefined
        }
        empty="No images available. Contact support if this is unexpected."
      />
    </div>
  );

  return (
    <Modal
      title={form.title}
      subtitle={`${verification.applicant ?? ''} · ${verification.applicant_ids ?? ''}`}
      size="xl"
      isTall
      isBusy={report.isPending}
      isDirty={draft.isLost}
      onClose={onClose}
    >
      <form
        className="contents"
        noValidate
        onInput={() => draft.keepSoon(() => ({ values: changes(), removed }))}
        onSubmit={(event) => {
          event.preventDefault();
          report.generate(getValues(), removed);
        }}
      >
        <div className="flex min-h-0 grow">
          <SectionIndex titles={form.sections.map(({ title }) => title)} scroller={scroller} />
          <div ref={scroller} className="min-w-0 grow overflow-y-auto overscroll-contain px-5 py-4">
            <FormOrigin
              saved={saved}
              draftOf={draft.restored?.savedAt}
              isFromFacts={isFromFacts}
              onStartOver={startOver}
              onFacts={startFromFacts}
            />
            <div className="space-y-5.5">
              {sections.map((section) => (
                <section
                  key={section.title}
                  data-section
                  aria-label={section.title}
                  // Out of sight it isn't laid out. Such a section clips: the padding keeps outlines whole.
                  className="-mx-1.5 scroll-mt-2 px-1.5 pb-1.5 [contain-intrinsic-size:auto_20rem] [content-visibility:auto]"
                >
                  <h3 className="mb-2.5 border-b border-rule pb-1.5 text-base font-bold text-accent">
                    {section.title}
                  </h3>
                  <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
                    {section.fields.map((field) => (
                      <ReportField
                        key={field.name}
                        field={field}
                        register={register}
                        images={images}
                      />
                    ))}
                  </div>
                </section>
              ))}
            </div>
          </div>
        </div>
        <ModalFooter>
          <p className="grow basis-60 text-sm text-muted">
            <EmptyFields form={form} editor={editor} />{' '}
            {report.error
              ? messageOf(report.error, '')
              : draft.isLost
                ? 'The browser has no room for a draft: save before closing.'
                : 'A draft is kept in this browser until you download.'}
          </p>
          <Button disabled={report.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" isBusy={report.isPending}>
            {report.isPending ? 'Downloading...' : 'Save & Download'}
          </Button>
        </ModalFooter>
      </form>
      {report.isAlerting && <AlertDialog text={texts.pdf.generate} onClose={report.dismissAlert} />}
    </Modal>
  );
}

/** The photos that a saved form was sent without, by their keys. */
function leftOut(photos: ShownPhoto[], { image_urls }: SavedForm): string[] {
  const sent = new Set(image_urls.map(photoKey));
  return photos.map(({ url }) => photoKey(url)).filter((key) => !sent.has(key));
}

/** Other clients name fields as they like. Names that are paths or an object's own to the form library are kept, not shown. */
const editable = (values: ReportFormValues = {}): ReportFormValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => /^[a-z]\w*$/i.test(name) && !(name in {})),
  );

const changedIn = (values: ReportFormValues, opened: ReportFormValues): ReportFormValues =>
  Object.fromEntries(Object.entries(values).filter(([name, text]) => text !== opened[name]));
