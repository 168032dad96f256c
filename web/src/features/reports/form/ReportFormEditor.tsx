import type { Match } from '@doorstep/contract/applicants/matches';
import type { ReportForm } from '@doorstep/contract/reports/definition';
import { texts } from '@doorstep/contract/texts';
import { useDeferredValue, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { PhotoGallery } from '../../../domain/photos/PhotoGallery.tsx';
import { photoKey, photosOf } from '../../../domain/photos/photos.ts';
import type { SavedForms } from '../../../domain/reports/report-queries.ts';
import type { LooseVerification } from '../../../domain/verifications/loose-verification.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { AlertDialog } from '../../../ui/dialog/AlertDialog.tsx';
import { CancelButton, Modal, ModalFooter } from '../../../ui/dialog/Modal.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { EmptyFields } from './EmptyFields.tsx';
import { FormOrigin } from './FormOrigin.tsx';
import type { ReportFormValues } from './ReportField.tsx';
import { SectionIndex } from './SectionIndex.tsx';
import { useGenerateReport } from './use-generate-report.ts';
import { useReportDraft } from './use-report-draft.ts';
import { type StartingPoint, useStartingValues } from './use-starting-values.ts';
import { SectionCount, VisitSummary } from './visit/VisitCounts.tsx';
import { VisitField } from './visit/VisitField.tsx';
import { useVisitValues } from './visit/visit-values.ts';

interface ReportFormEditorProps {
  id: string;
  form: ReportForm;
  verification: LooseVerification;
  matches: Match[] | undefined;
  saved: SavedForms;
  onClose: () => void;
}

interface Shown {
  beginning: StartingPoint;
  values: ReportFormValues;
  removed: string[];
}

/**
 * A report form. It opens with the values last saved or, if there are none, with the facts of the visit. The
 * user's changes are stored as a draft in the browser until the PDF is downloaded.
 */
export function ReportFormEditor({
  id,
  form: own,
  verification,
  matches,
  saved: latest,
  onClose,
}: ReportFormEditorProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const photos = photosOf(verification);
  const begun = useStartingValues(own, { ...verification, matches }, photos, latest);
  const { form, saved, earlier } = begun;
  const opened = begun.values.opened;
  const draft = useReportDraft(id, form.template, saved?.saved_at);
  const editor = useForm<ReportFormValues>({
    defaultValues: { ...opened, ...draft.restored?.values },
  });
  const { register, getValues, reset } = editor;
  const [removed, setRemoved] = useState(draft.restored?.removed ?? begun.removed);
  const [beginning, setBeginning] = useState<StartingPoint>('opened');
  // What the form contained before the user chose other starting values. The user can restore it while the
  // form is open.
  const [replaced, setReplaced] = useState<Shown>();
  const visit = useVisitValues(editor, begun.visit);
  const included = photos.filter((photo) => !removed.includes(photoKey(photo.url)));
  const cameSince = included.filter(({ url }) => begun.cameSince.includes(photoKey(url)));
  const report = useGenerateReport({
    id,
    form,
    onDone: (sent, isShown) => {
      // Changes made while the PDF was being made are not in the saved version, so they become a draft.
      const isLater =
        removed !== sent.removed || Object.keys(changedIn(getValues(), sent.values)).length > 0;
      if (isLater) {
        draft.save({ values: changes(), removed });
        toast.success('The report was downloaded without your latest changes.', 6_000);
        return;
      }
      draft.discard();
      if (isShown) onClose();
    },
  });

  /**
   * Returns the values that differ from those that the form opened with. Only these are stored in a draft, so
   * that later saved forms and decisions still fill in the other fields.
   */
  const changes = () => changedIn(getValues(), opened);
  const leaveOut = (keys: string[]) => {
    setRemoved(keys);
    draft.save({ values: changes(), removed: keys });
  };
  // The pressed button disappears, so the first field takes the focus.
  const focusFirst = () => editor.setFocus(form.sections[0]?.fields[0]?.name ?? '');
  const removedBy = (from: StartingPoint) => (from === 'opened' ? begun.removed : []);
  const show = (next: Shown) => {
    const now = { beginning, values: getValues(), removed };
    const isTouched =
      Object.keys(changedIn(now.values, begun.values[beginning])).length > 0 ||
      String(removed) !== String(removedBy(beginning));
    if (isTouched || next === replaced) setReplaced(isTouched ? now : undefined);
    focusFirst();
    draft.discard();
    reset(next.values);
    setRemoved(next.removed);
    setBeginning(next.beginning);
    if (next.beginning !== 'opened' || next === replaced)
      draft.save({ values: changedIn(next.values, opened), removed: next.removed });
  };
  const putBack = (name: string, value: string) => {
    editor.setValue(name, value);
    editor.setFocus(name);
    draft.save({ values: changes(), removed });
  };

  // The first render has only two sections, so that the form opens fast. The others are rendered in the
  // background, where they don't delay typing.
  const sections = useDeferredValue(form.sections, form.sections.slice(0, 2));

  const images = (
    <div className="space-y-2">
      <p className="flex flex-wrap items-center gap-x-3 text-sm">
        <span role="status" className="font-semibold">
          {included.length} {included.length === 1 ? 'image' : 'images'}
        </span>
        {cameSince.length > 0 && (
          <span className="text-muted">
            {formatCount(cameSince.length, 'new image')} since version {saved?.version}
          </span>
        )}
        {removed.length > 0 && (
          <Button size="sm" variant="quiet" onClick={() => leaveOut([])}>
            Put back {formatCount(photos.length - included.length, 'removed image')}
          </Button>
        )}
      </p>
      <PhotoGallery
        photos={included}
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
        onInput={() => draft.saveSoon(() => ({ values: changes(), removed }))}
        onSubmit={(event) => {
          event.preventDefault();
          report.generate(getValues(), removed);
        }}
      >
        <div className="flex min-h-0 grow">
          <SectionIndex
            titles={form.sections.map(({ title }) => title)}
            notes={form.sections.map(({ title, fields }) => (
              <SectionCount key={title} visit={visit} names={fields.map(({ name }) => name)} />
            ))}
            scroller={scroller}
          />
          <div ref={scroller} className="min-w-0 grow overflow-y-auto overscroll-contain px-5 py-4">
            <FormOrigin
              saved={saved}
              draftOf={draft.restored?.savedAt}
              earlier={earlier}
              beginning={beginning}
              onStart={(from) =>
                show({ beginning: from, values: begun.values[from], removed: removedBy(from) })
              }
              onPutBack={replaced && (() => show(replaced))}
            />
            <VisitSummary visit={visit} found={verification} />
            <div className="space-y-7">
              {sections.map((section) => (
                <section
                  key={section.title}
                  data-section
                  aria-label={section.title}
                  className="scroll-mt-2 [contain:layout]"
                >
                  <h3 className="mb-2.5 border-b border-rule pb-1.5 text-base font-bold text-accent">
                    {section.title}
                  </h3>
                  <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
                    {section.fields.map((field) => (
                      <VisitField
                        key={field.name}
                        field={field}
                        register={register}
                        images={images}
                        visit={visit}
                        onPutBack={putBack}
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
                ? 'The browser can’t store a draft. Save before you close the form.'
                : 'A draft is saved in this browser until you download.'}
          </p>
          <CancelButton disabled={report.isPending} />
          <Button type="submit" variant="primary" isBusy={report.isPending}>
            {report.isPending ? 'Downloading...' : 'Save & Download'}
          </Button>
        </ModalFooter>
      </form>
      {report.isAlerting && <AlertDialog text={texts.pdf.generate} onClose={report.dismissAlert} />}
    </Modal>
  );
}

const changedIn = (values: ReportFormValues, opened: ReportFormValues): ReportFormValues =>
  Object.fromEntries(Object.entries(values).filter(([name, text]) => text !== opened[name]));
