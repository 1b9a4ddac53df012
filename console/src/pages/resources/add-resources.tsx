import './texts/texts.ts';
import { Box, IconButton, MenuItem, Tooltip } from '@mui/material';
import { RESOURCE_TYPES, type Resource, type ResourceType } from '@signalbox/contract/resource';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveResource } from '../../api/resources.ts';
import { notifySuccess } from '../../app/notices.ts';
import { errorText } from '../../controls/error-text.ts';
import { FileDrop } from '../../controls/file-drop.tsx';
import { Icon } from '../../controls/icon.tsx';
import { SelectInput } from '../../controls/select-input.tsx';
import { TextInput } from '../../controls/text-input.tsx';
import { FormDialog } from '../../entity-page/form-dialog.tsx';
import { useSubmission } from '../../entity-page/use-submission.ts';
import { formatNumber } from '../../i18n/format.ts';
import { ENDINGS, MAX_FILE_BYTES, readBase64, withFiles } from './resource-files.ts';
import { RESOURCES } from './resource-keys.ts';

/** A file that is to be uploaded, and why it could not be. */
function FileRow(props: { file: File; problem: string | undefined; onRemove: () => void }) {
  const { t } = useTranslation();
  const { file, problem } = props;
  const remove = t('resources.removeFile', { name: file.name });
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 2, alignItems: 'center', borderTop: '1px solid var(--line-2)', py: 1 }}
    >
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box dir="auto">{file.name}</Box>
        <Box sx={{ fontSize: 13, color: problem ? 'var(--critical)' : 'text.secondary' }}>
          {problem ?? t('resources.bytes', { count: file.size, formatted: formatNumber(file.size) })}
        </Box>
      </Box>
      <Tooltip title={remove}>
        <IconButton size="small" aria-label={remove} onClick={props.onRemove}>
          <Icon name="close" size={16} />
        </IconButton>
      </Tooltip>
    </Box>
  );
}

/** Uploads files: of models as many as there are, each as a resource of its own. */
export function AddResources({ close }: { close: (saved?: Resource) => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [resourceType, setType] = useState<ResourceType>('LWM2M_MODEL');
  const [title, setTitle] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  /** Name of a file → why it was not taken. */
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const isModel = resourceType === 'LWM2M_MODEL';
  const fields = [
    ...(isModel ? [] : [{ name: 'title', label: t('resources.title') }]),
    { name: 'file', label: t('resources.file'), aliases: ['data', 'filename', 'resourcekey'] },
  ];
  const submission = useSubmission(fields);
  const choose = (added: readonly File[]) => {
    submission.clear();
    setWrong({});
    setFiles((before) => (isModel ? withFiles(before, added) : added.slice(-1)));
  };
  const check = (): Record<string, string> => {
    const tooLarge = files.filter(({ size }) => size > MAX_FILE_BYTES);
    setWrong(Object.fromEntries(tooLarge.map(({ name }) => [name, t('resources.tooLarge')])));
    return {
      ...(!isModel && title.trim() === '' ? { title: t('resources.titleMissing') } : {}),
      ...(files.length === 0 ? { file: t('resources.fileMissing') } : {}),
      ...(tooLarge.length > 0 ? { file: t('resources.tooLarge') } : {}),
    };
  };

  /** One after the other; those that are refused stay, with the reason. */
  async function upload(): Promise<void> {
    const saved: Resource[] = [];
    const refused: Record<string, string> = {};
    for (const file of files) {
      try {
        const data = await readBase64(file);
        saved.push(await saveResource({ resourceType, title: isModel ? null : title, fileName: file.name, data }));
      } catch (error) {
        // A single one is told like any other form.
        if (files.length === 1) throw error;
        refused[file.name] = errorText(error);
      }
    }
    await client.invalidateQueries({ queryKey: RESOURCES });
    const [first] = saved;
    if (saved.length === 1 && files.length === 1) return close(first);
    if (first) notifySuccess(t('resources.addedMany', { count: saved.length, formatted: formatNumber(saved.length) }));
    if (Object.keys(refused).length === 0) return close();
    setFiles(files.filter(({ name }) => refused[name] !== undefined));
    setWrong(refused);
  }

  return (
    <FormDialog
      title={t('resources.addTitle')}
      submitLabel={t('action.add')}
      dirty={files.length > 0 || title !== ''}
      submission={submission}
      fields={fields}
      maxWidth="sm"
      onSubmit={() => submission.submit(check, upload)}
      onClose={() => close()}
    >
      <Box sx={{ display: 'grid', gap: 4 }}>
        <SelectInput
          label={t('resources.type')}
          value={resourceType}
          help={t(`resources.typeHelp.${resourceType}`)}
          onChange={(next) => {
            setType(next as ResourceType);
            setFiles([]);
            setWrong({});
            submission.clear();
          }}
        >
          {RESOURCE_TYPES.map((type) => (
            <MenuItem key={type} value={type}>
              {t(`resources.types.${type}`)}
            </MenuItem>
          ))}
        </SelectInput>
        {!isModel && (
          <Box data-field="title">
            <TextInput
              label={t('resources.title')}
              required
              value={title}
              error={submission.problems.title}
              inputProps={{ maxLength: 255, dir: 'auto' }}
              onChange={(event) => setTitle(event.target.value)}
            />
          </Box>
        )}
        <Box data-field="file">
          <FileDrop
            label={t(isModel ? 'resources.chooseMany' : 'resources.choose')}
            accept={ENDINGS[resourceType]}
            hint={t('resources.drop')}
            isMultiple={isModel}
            onFiles={choose}
          />
          {submission.problems.file && (
            <Box role="alert" sx={{ color: 'var(--critical)', fontSize: 13, mt: 2 }}>
              {submission.problems.file}
            </Box>
          )}
          <Box component="ul" aria-label={t('resources.files')} sx={{ listStyle: 'none', m: 0, mt: 2, p: 0 }}>
            {files.map((file) => (
              <FileRow
                key={file.name}
                file={file}
                problem={wrong[file.name]}
                onRemove={() => setFiles(files.filter((one) => one !== file))}
              />
            ))}
          </Box>
        </Box>
      </Box>
    </FormDialog>
  );
}
