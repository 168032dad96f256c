import { Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { FormModal } from '../../../ui/dialog/FormModal.tsx';
import { refusalOf } from './check-spreadsheet.ts';
import { SpreadsheetDrop } from './SpreadsheetDrop.tsx';
import { TemplateLink } from './TemplateLink.tsx';
import { UploadsLink } from './UploadedLinks.tsx';
import { UploadProgress } from './UploadProgress.tsx';
import { UploadSummary } from './UploadSummary.tsx';
import { useUpload } from './use-upload.ts';

const sending = {
  question: 'Stop the upload and close?',
  stay: 'Keep uploading',
  leave: 'Stop upload',
};
const checking = {
  question: 'The file was already sent, and its rows may still be saved. Close without waiting?',
  stay: 'Keep waiting',
  leave: 'Close',
};

/** Uploads a spreadsheet of applicants and reports row by row what was not stored. */
export default function UploadModal({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>();
  const [refusal, setRefusal] = useState<string>();
  const { upload, share, stop } = useUpload();
  const isSent = share === 1;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (upload.isError) button.current?.focus();
  }, [upload.isError]);

  function choose(chosen: File) {
    const reason = refusalOf(chosen);
    setRefusal(reason);
    setFile(reason ? undefined : chosen);
    upload.reset();
  }

  return (
    <FormModal
      title="Upload Applicants"
      size={upload.isSuccess ? 'lg' : 'md'}
      isDirty={upload.isPending}
      closeWarning={isSent ? checking : sending}
      error={refusal ?? upload.error?.message}
      submit={{
        label: (
          <>
            <Upload aria-hidden /> {upload.isPending ? 'Uploading...' : 'Upload'}
          </>
        ),
        isDisabled: !file || upload.isPending,
        buttonRef: button,
      }}
      success={
        upload.isSuccess
          ? {
              details: <UploadSummary result={upload.data} fileName={file?.name} />,
              again: {
                label: 'Upload another file',
                onClick: () => {
                  setFile(undefined);
                  upload.reset();
                },
              },
            }
          : undefined
      }
      onSubmit={() => file && upload.mutate(file)}
      onClose={() => {
        stop();
        onClose();
      }}
    >
      <SpreadsheetDrop
        file={file}
        error={refusal}
        isDisabled={upload.isPending}
        onChoose={choose}
      />
      {upload.isPending && <UploadProgress share={share} />}
      <TemplateLink />
      {!upload.isPending && <UploadsLink />}
    </FormModal>
  );
}
