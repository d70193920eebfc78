/** Factur-X properties, which PDF/A requires to be described where they are used (Factur-X 1.0, 6.2.2). */
const PROPERTIES = {
  DocumentFileName: 'The name of the embedded XML document',
  DocumentType: 'The type of the hybrid document in capital letters',
  Version: 'The actual version of the standard applying to the embedded XML document',
  ConformanceLevel: 'The conformance level of the embedded XML document',
};
const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

/** A pdf's XMP metadata about its attached invoice. */
export function facturXMetadata(fileName: string): string {
  const described = Object.entries(PROPERTIES).map(
    ([name, words]) => `<rdf:li rdf:parseType="Resource">
  <pdfaProperty:name>${name}</pdfaProperty:name>
  <pdfaProperty:valueType>Text</pdfaProperty:valueType>
  <pdfaProperty:category>external</pdfaProperty:category>
  <pdfaProperty:description>${words}</pdfaProperty:description>
</rdf:li>`,
  );
  return `<rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}">
  <fx:DocumentType>INVOICE</fx:DocumentType>
  <fx:DocumentFileName>${fileName}</fx:DocumentFileName>
  <fx:Version>1.0</fx:Version>
  <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
  xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>fx</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq>
${described.join('\n')}
    </rdf:Seq></pdfaSchema:property>
  </rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;
}
