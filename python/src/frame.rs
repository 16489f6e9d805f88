//! Frames for Python, as Arrow streams and as lists.

use evenodds::frames::{self, FrameError};
use evenodds::records::{Column, ColumnValues, Records};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use std::path::PathBuf;

/// Rows of typed columns.
#[pyclass(frozen, module = "evenodds._evenodds")]
pub struct Frame {
    records: Records,
}

fn failed(error: FrameError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

impl Frame {
    /// Creates the frame of records.
    pub fn of(records: Records) -> Self {
        Self { records }
    }
}

#[pymethods]
impl Frame {
    /// Returns the rows as an Arrow C stream.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The protocol allows a producer to ignore the requested schema.
        drop(requested_schema);
        let stream = py
            .detach(|| frames::arrow_stream(&self.records))
            .map_err(failed)?;
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// Returns the number of rows.
    fn __len__(&self) -> usize {
        self.records.len()
    }

    /// Returns the names of the columns.
    #[getter]
    fn columns(&self) -> Vec<&str> {
        let columns = self.records.columns.iter();
        columns.map(|column| column.name.as_str()).collect()
    }

    /// Returns the first rows.
    fn head(&self, rows: usize) -> Self {
        let rows: Vec<usize> = (0..self.records.len().min(rows)).collect();
        let columns = self.records.columns.iter().map(|column| Column {
            name: column.name.clone(),
            values: column.values.select_rows(&rows),
        });
        Self {
            records: Records {
                columns: columns.collect(),
            },
        }
    }

    /// Returns a list of values for each column.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for column in &self.records.columns {
            let name = &column.name;
            match &column.values {
                ColumnValues::Texts(values) => dict.set_item(name, values)?,
                ColumnValues::Counts(values) => dict.set_item(name, values)?,
                ColumnValues::Integers(values) => dict.set_item(name, values)?,
                ColumnValues::Numbers(values) => dict.set_item(name, values)?,
                ColumnValues::Flags(values) => dict.set_item(name, values)?,
            }
        }
        Ok(dict)
    }
}

/// Reads a frame from a Parquet file.
#[pyfunction]
pub fn read_parquet(py: Python<'_>, path: PathBuf) -> PyResult<Frame> {
    let records = py.detach(|| frames::read_parquet(&path)).map_err(failed)?;
    Ok(Frame { records })
}
