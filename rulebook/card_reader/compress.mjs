// Run by Node: writes each file that is named once more, as small as brotli makes it.
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compressed = async (name) => {
  const content = await readFile(name);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(`${name}.br`, await promisify(brotliCompress)(content, { params }));
};

await Promise.all(process.argv.slice(2).map(compressed));
